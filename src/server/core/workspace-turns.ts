import { Semaphore, withTimeout } from 'async-mutex'
import type { CallerIdentity, WorkspaceCaller } from './access/caller'
import { ServiceError } from './service-error'

/** How long a request waits for its turn: as long as for a connection. */
export const maxWaitSeconds = 5

/** How many requests may run at the same time. */
export interface TurnRules {
  /** How many requests of a workspace run at the same time, or how much they take in total. */
  atOnce: number
  /** Says that too many of them wait. */
  busy: string
}

/**
 * Writes that wait for the same locked record hold a connection each. Those of one workspace get a
 * fifth of the connections: otherwise they could take all, and every other workspace would wait.
 */
export const writeRules: TurnRules = {
  atOnce: 3,
  busy: 'Too many changes in this workspace are waiting for each other: try again in a moment',
}

/**
 * Checks of addresses that users enter, and pings, resolve names, which the server does one at a
 * time. Webhooks of all workspaces would wait for the names of one that do not resolve. Each may
 * also keep a megabyte of a response in memory.
 */
export const addressCheckRules: TurnRules = {
  atOnce: 2,
  busy: 'Other addresses of this workspace are being checked: try again in a moment',
}

/** Whose turn it is: that of the caller's workspace, or of one that is named. */
type TurnOwner = CallerIdentity | Pick<WorkspaceCaller, 'workspaceId'>

/** The turns of requests, so that those of one workspace do not take what all others need. */
export class WorkspaceTurns {
  readonly #turns = new Map<string, Semaphore>()

  constructor(private readonly rules: TurnRules) {}

  /**
   * Waits for a turn of a workspace. Operators share turns of their own.
   * @param share how much of `atOnce` the turn takes
   * @returns what ends the turn
   * @throws unavailable when the turn does not come in time
   */
  async take(owner: TurnOwner, share = 1): Promise<() => void> {
    const { atOnce, busy } = this.rules
    const key = owner.workspaceId ?? ''
    const turns = this.#turns.get(key) ?? new Semaphore(atOnce)
    this.#turns.set(key, turns)
    const forget = () => {
      if (turns.getValue() === atOnce) this.#turns.delete(key)
    }
    try {
      const refusal = new ServiceError('unavailable', busy)
      // Smaller shares come first: one that waits, or waited too long, would hold them up.
      const waiting = withTimeout(turns, maxWaitSeconds * 1000, refusal)
      const [, release] = await waiting.acquire(share, -share)
      return () => {
        release()
        forget()
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  /** Runs work in a turn. @throws unavailable as `take` does; it is then not run */
  async run<Result>(owner: TurnOwner, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(owner)
    try {
      return await work()
    } finally {
      end()
    }
  }
}

import { Semaphore, withTimeout } from 'async-mutex'
import { ownWorkspaceId } from './authorize'
import type { CallerIdentity } from './caller'
import { ServiceError } from './service-error'

/** How many writes of one workspace may be in the database at once: a fifth of its connections. */
const atOnce = 3
/** How long a write waits for its turn: as long as for a connection. */
const waitMilliseconds = 5000

const busy = new ServiceError(
  'unavailable',
  'Too many changes in this workspace are waiting for each other: try again in a moment',
)

/**
 * The turns of writes. Writes that wait for the same locked record hold a connection each; without
 * turns, those of one workspace could take all connections, and every other workspace would wait.
 */
export class WriteTurns {
  readonly #turns = new Map<string, Semaphore>()

  /**
   * Runs a write of a caller once it is the turn of its workspace. Operators share their turns.
   * @throws unavailable when its turn does not come within five seconds; it is then not run
   */
  async run<Result>(caller: CallerIdentity, write: () => Promise<Result>): Promise<Result> {
    const key = ownWorkspaceId(caller) ?? ''
    const turns = this.#turns.get(key) ?? new Semaphore(atOnce)
    this.#turns.set(key, turns)
    try {
      return await withTimeout(turns, waitMilliseconds, busy).runExclusive(write)
    } finally {
      if (turns.getValue() === atOnce) this.#turns.delete(key)
    }
  }
}

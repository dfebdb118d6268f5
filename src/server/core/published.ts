import type { createLocalJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import type { AuthorizationServer } from 'oauth4webapi'
import { hasPassed } from './time/clock-skew'
import { within } from './time/within'

/** All in milliseconds. */
interface Periods {
  /** After this time, the value is fetched again. */
  fresh: number
  /** How long the value is used while it cannot be fetched; forever if absent. */
  stale?: number
  /** The shortest time between two attempts to fetch it. */
  backoff: number
}

/** How long a request waits for a newer value while it could use the one there is. */
const patienceMilliseconds = 1000

interface Fetched<Value> {
  value: Value
  at: number
}

/** A value that another server publishes, cached for all requests. */
export class Published<Value> {
  #last: Fetched<Value> | undefined
  #failure: unknown
  #askedAt = -Infinity
  #pending: Promise<void> | undefined

  constructor(private readonly periods: Periods) {}

  /**
   * Returns the value, fetched if it is not fresh.
   * @throws the error of the last attempt if there is no value to use
   */
  async get(now: Date, fetch: () => Promise<Value>): Promise<Value> {
    const fresh = this.#notOlderThan(this.periods.fresh, now)
    if (fresh !== undefined) return fresh.value
    const renewed = this.renew(now, fetch)
    if (this.#usable(now) === undefined) return renewed
    const older = () => this.#valueAt(now)
    return within(patienceMilliseconds, renewed.catch(older), older)
  }

  /**
   * Returns the value, fetched again, once for all waiting requests, unless that was done recently.
   * @throws the error of the last attempt if it failed, even if there is an older value
   */
  async renew(now: Date, fetch: () => Promise<Value>): Promise<Value> {
    const time = now.getTime()
    if (this.#pending === undefined && hasPassed(this.periods.backoff, this.#askedAt, time))
      this.#pending = this.#fetch(time, fetch).finally(() => (this.#pending = undefined))
    await this.#pending
    if (this.#failure !== undefined) throw this.#failure
    return this.#valueAt(now)
  }

  #notOlderThan(milliseconds: number, now: Date): Fetched<Value> | undefined {
    const last = this.#last
    return last && !hasPassed(milliseconds, last.at, now.getTime()) ? last : undefined
  }

  #usable(now: Date): Fetched<Value> | undefined {
    const { stale } = this.periods
    return stale === undefined ? this.#last : this.#notOlderThan(stale, now)
  }

  #valueAt(now: Date): Value {
    const usable = this.#usable(now)
    if (usable === undefined) throw this.#failure
    return usable.value
  }

  async #fetch(now: number, fetch: () => Promise<Value>): Promise<void> {
    this.#askedAt = now
    try {
      this.#last = { value: await fetch(), at: now }
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
  }
}

export type KeySet = ReturnType<typeof createLocalJWKSet>
/** The key sets of addresses that are fetched under the same rules. */
export type KeySets = Pick<LRUCache<string, Published<KeySet>>, 'memo'>

/** Creates a cache of key sets. Removed keys stop verifying tokens when a set is fetched again. */
export function keySetCache(): KeySets {
  const periods = { fresh: 5 * 60_000, stale: 15 * 60_000, backoff: 30_000 }
  // Bounded, because workspaces can change their address as often as they like.
  return new LRUCache({ max: 1000, memoMethod: () => new Published<KeySet>(periods) })
}

/** Creates a cache of the metadata of an identity provider. */
export function metadataCache(): Published<AuthorizationServer> {
  return new Published({ fresh: 60 * 60_000, backoff: 5000 })
}

import { LRUCache } from 'lru-cache'
import { hasPassed } from './clock-skew'

const maxRemembered = 10_000

/** Records repeating events at most once per key and interval. */
export class OncePer {
  readonly #last = new LRUCache<string, number>({ max: maxRemembered })

  /** Calls the function for a key, unless it was called for that key within the interval. */
  async record(
    milliseconds: number,
    keyParts: readonly string[],
    now: Date,
    record: () => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify(keyParts)
    const last = this.#last.get(key)
    if (last !== undefined && !hasPassed(milliseconds, last, now.getTime())) return
    this.#last.set(key, now.getTime())
    try {
      await record()
    } catch (error) {
      this.#last.delete(key)
      throw error
    }
  }

  /** Forgets what was recorded, so that it is recorded again. */
  forget(): void {
    this.#last.clear()
  }
}

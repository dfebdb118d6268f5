import type { Authenticated } from './authenticate'

const ttlMilliseconds = 900
/** Tokens can be long: this many take some megabytes at most. */
const maxEntries = 1000

/** Remembers for less than a second whom a token is of. For a process that has its database for itself, and says when it has written. */
export class AuthCache {
  readonly #known = new Map<string, { since: number; caller: Promise<Authenticated> }>()

  constructor(private readonly clock: () => Date) {}

  /** Whom this header is of, as it was found just before or as it is found now. Who is refused is not remembered. */
  get(authorization: string, find: () => Promise<Authenticated>): Promise<Authenticated> {
    const now = this.clock().getTime()
    const known = this.#known.get(authorization)
    if (known !== undefined && known.since <= now && now < known.since + ttlMilliseconds)
      return known.caller
    if (this.#known.size >= maxEntries) this.clear()
    const caller = find()
    // Kept before it is found: what is being read while a write ends is forgotten with the rest.
    this.#known.set(authorization, { since: now, caller })
    caller.catch(() => this.#known.delete(authorization))
    return caller
  }

  /** Something was written, which may have changed what a token is worth. */
  clear(): void {
    this.#known.clear()
  }
}

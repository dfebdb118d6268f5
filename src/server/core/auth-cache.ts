const ttlMilliseconds = 900
/** Tokens can be long: this many take some megabytes at most. */
const maxEntries = 1000

/**
 * Caches for less than a second what an `Authorization` header was authenticated as. For a process
 * that has its database to itself, and clears the cache when it has written.
 */
export class AuthCache<Authenticated> {
  readonly #entries = new Map<string, { since: number; authenticated: Promise<Authenticated> }>()

  constructor(private readonly clock: () => Date) {}

  /** Returns the cached result for this header, or authenticates it. Refusals are not cached. */
  get(authorization: string, authenticate: () => Promise<Authenticated>): Promise<Authenticated> {
    const now = this.clock().getTime()
    const entry = this.#entries.get(authorization)
    if (entry !== undefined && entry.since <= now && now < entry.since + ttlMilliseconds)
      return entry.authenticated
    if (this.#entries.size >= maxEntries) this.clear()
    const authenticated = authenticate()
    // Cached before it is known: what was read while a write ended is cleared with the rest.
    this.#entries.set(authorization, { since: now, authenticated })
    authenticated.catch(() => this.#entries.delete(authorization))
    return authenticated
  }

  /** Forgets everything, because a write may have changed what a token is allowed. */
  clear(): void {
    this.#entries.clear()
  }
}

const ttlMilliseconds = 900
/** Tokens can be long: this many take at most a few megabytes. */
const maxEntries = 1000

/**
 * Caches for less than a second how an `Authorization` header was authenticated. For a process that
 * alone uses its database, and clears the cache after each write.
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
    // Cached before the result is known, so that a write that ends meanwhile clears it.
    this.#entries.set(authorization, { since: now, authenticated })
    authenticated.catch(() => this.#entries.delete(authorization))
    return authenticated
  }

  /** Clears the cache, because a write may have changed what a token may do. */
  clear(): void {
    this.#entries.clear()
  }
}

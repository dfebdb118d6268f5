/** Keeps what was asked for last under each name, at most so many: what was not asked for the longest goes first. */
export class LatestUsed<Kept> {
  // A map gives its entries in the order in which they came: the first is the one that was not asked for the longest.
  readonly #kept = new Map<string, Kept>()

  constructor(private readonly most: number) {}

  get(name: string): Kept | undefined {
    const kept = this.#kept.get(name)
    if (kept !== undefined) this.set(name, kept)
    return kept
  }

  set(name: string, kept: Kept): void {
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.most && oldest !== undefined) this.#kept.delete(oldest)
  }
}

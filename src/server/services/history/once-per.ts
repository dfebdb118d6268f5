const maxRemembered = 10_000

/** Remembers what was recorded last, so that repetitions are recorded once in a time. */
export class OncePer {
  readonly #last = new Map<string, number>()

  constructor(private readonly milliseconds: number) {}

  /** Whether this is the first in the time; if so, it counts as recorded now. */
  isFirst(name: string, now: Date): boolean {
    const before = this.#last.get(name)
    if (before !== undefined && now.getTime() - before < this.milliseconds) return false
    if (this.#last.size >= maxRemembered) this.#last.clear()
    this.#last.set(name, now.getTime())
    return true
  }
}

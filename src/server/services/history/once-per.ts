const maxRemembered = 10_000

/** Records repetitions once in a time. */
export class OncePer {
  readonly #last = new Map<string, number>()

  constructor(private readonly milliseconds: number) {}

  /** Records what these words name, unless that was done within the time. */
  async record(words: readonly string[], now: Date, record: () => Promise<void>): Promise<void> {
    const name = JSON.stringify(words)
    const before = this.#last.get(name)
    if (before !== undefined && now.getTime() - before < this.milliseconds) return
    if (this.#last.size >= maxRemembered) this.#last.clear()
    this.#last.set(name, now.getTime())
    try {
      await record()
    } catch (error) {
      this.#last.delete(name)
      throw error
    }
  }
}

/** A window slides in steps of 1% of its length, so it accepts at least 99% of its limit. */
export const slotsPerWindow = 100

/** Returns the step of a sliding window that a time falls into. Times are in milliseconds. */
export function slotAt(now: number, windowSeconds: number): number {
  return Math.floor((now * slotsPerWindow) / (windowSeconds * 1000))
}

/** Returns the seconds until the uses counted in a step have left the window. */
export function secondsUntilExpiry(slot: number, now: number, windowSeconds: number): number {
  return Math.max(0, ((slot + slotsPerWindow + 1) * windowSeconds) / slotsPerWindow - now / 1000)
}

/** Counts uses in a window that ends now. Steps must be added in order of time. */
export class SlidingWindow {
  /** Oldest first. */
  readonly #slots: Map<number, number>
  #used: number

  /** @param slots the uses counted so far, by step, oldest first */
  constructor(slots: Iterable<readonly [slot: number, count: number]> = []) {
    this.#slots = new Map(slots)
    this.#used = [...this.#slots.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Returns the uses in the window that ends with this step, and drops those before it. */
  usedAt(slot: number): number {
    for (const [old, count] of this.#slots) {
      if (old >= slot - slotsPerWindow) break
      this.#slots.delete(old)
      this.#used -= count
    }
    return this.#used
  }

  /** Returns the oldest step in the window. */
  oldest(): number | undefined {
    return this.#slots.keys().next().value
  }

  add(slot: number, count = 1): void {
    this.#slots.set(slot, (this.#slots.get(slot) ?? 0) + count)
    this.#used += count
  }

  /** Removes a use that was added in this step, unless it has already left the window. */
  remove(slot: number): void {
    const count = this.#slots.get(slot)
    if (count === undefined) return
    this.#used -= 1
    if (count === 1) this.#slots.delete(slot)
    else this.#slots.set(slot, count - 1)
  }
}

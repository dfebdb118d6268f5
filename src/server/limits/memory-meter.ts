import { windowSeconds as secondsOf } from '@/contract/limits'
import type { Meter } from '@/server/core/ports/meter'
import type { HourlyUses } from './hourly-uses'
import { SlidingWindow, secondsUntilExpiry, slotAt } from './sliding-window'

const sweepMilliseconds = 60_000

interface CounterState {
  window: SlidingWindow
  windowSeconds: number
}

/** What is counted apart from other uses. */
interface Counted {
  limit: string
  subject: string
}

const nameOf = ({ subject, limit }: Counted) => `${subject} ${limit}`

/**
 * Counts in memory, for a server that does not share its database.
 * @param clock must be monotonic: a window takes uses in the order of time
 * @param before the uses in the hour before it was created, oldest first
 */
export function memoryMeter(clock: () => Date, before: readonly HourlyUses[] = []): Meter {
  const counted = new Map<string, CounterState>()
  let swept = 0

  function sweep(now: number): void {
    if (now - swept < sweepMilliseconds) return
    swept = now
    for (const [name, { window, windowSeconds }] of counted) {
      if (window.usedAt(slotAt(now, windowSeconds)) === 0) counted.delete(name)
    }
  }

  function windowOf(use: Counted, windowSeconds: number): SlidingWindow {
    const name = nameOf(use)
    const known = counted.get(name)
    if (known !== undefined) return known.window
    const window = new SlidingWindow()
    counted.set(name, { window, windowSeconds })
    return window
  }

  for (const uses of before)
    windowOf(uses, secondsOf.hour).add(slotAt(uses.since.getTime(), secondsOf.hour), uses.used)

  return {
    async take(quantities) {
      const now = clock().getTime()
      sweep(now)
      const found = quantities.map((quantity) => {
        const window = windowOf(quantity, quantity.windowSeconds)
        const slot = slotAt(now, quantity.windowSeconds)
        return { quantity, window, slot, used: window.usedAt(slot) }
      })
      const accepted = found.every(({ quantity, used }) => used + 1 <= quantity.max)
      if (accepted) for (const { window, slot } of found) window.add(slot)
      // Listed member by member, because spreading the quantity would take longer than counting it.
      const levels = found.map(
        ({ quantity: { limit, subject, max, windowSeconds }, window, slot, used }) => ({
          limit,
          subject,
          max,
          windowSeconds,
          used: accepted ? used + 1 : used,
          resetSeconds: secondsUntilExpiry(window.oldest() ?? slot, now, windowSeconds),
          slot,
        }),
      )
      return { accepted, levels }
    },
    async release(levels) {
      for (const level of levels) counted.get(nameOf(level))?.window.remove(level.slot)
    },
  }
}

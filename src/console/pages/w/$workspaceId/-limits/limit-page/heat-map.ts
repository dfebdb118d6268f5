import { daysOfWeek, dayStart } from '@/console/ui/format/last-days'
import type { Step } from './steps'

export interface HeatCell extends Step {
  /** From 0, where nothing was used, to 4 for the busiest hours. */
  heat: number
}

export interface HeatDay {
  /** The start of the day in the user's time zone, in milliseconds since 1970. */
  start: number
  /** By hour of the day; undefined outside of the span. */
  hours: (HeatCell | undefined)[]
}

const levels = 4
export const hoursOfDay = 24

/** Returns the steps of the last 7 days, which are fewer than 168 hours. */
export function stepsOfLastDays(steps: readonly Step[], now: number): Step[] {
  const first = dayStart(now, daysOfWeek - 1)
  return steps.filter(({ start }) => start >= first)
}

/** Arranges hours by day and hour of the user's time zone, oldest day first. */
export function heatMap(steps: readonly Step[]): HeatDay[] {
  const highest = Math.max(1, ...steps.map(({ used, refused }) => used + refused))
  const days = new Map<number, HeatDay>()
  for (const step of steps) {
    const time = new Date(step.start)
    const hour = time.getHours()
    const start = new Date(time).setHours(0, 0, 0, 0)
    const day = days.get(start) ?? { start, hours: Array.from({ length: hoursOfDay }) }
    days.set(start, day)
    // Where clocks are set back, an hour comes twice.
    const before = day.hours[hour]
    const used = step.used + (before?.used ?? 0)
    const refused = step.refused + (before?.refused ?? 0)
    day.hours[hour] = {
      start: before?.start ?? step.start,
      used,
      refused,
      peak: Math.max(step.peak, before?.peak ?? 0),
      heat: Math.min(levels, Math.ceil(((used + refused) / highest) * levels)),
    }
  }
  return [...days.values()]
}

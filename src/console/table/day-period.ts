import { z } from 'zod'

/** Whether the year is typed: before, the 2 of 2026 is the year 2. The API has no year 0. */
export const hasYear = (day: string) => day >= '1000'

/** A day of a filter, as in the URL. */
export const daySchema = z.iso.date().refine(hasYear).optional().catch(undefined)

/** The first and the last day of a period, in local time. */
export interface DayPeriod {
  from?: string | undefined
  to?: string | undefined
}

/** Whether the first day comes after the last one, so that nothing matches. */
export const isReversed = ({ from, to }: DayPeriod) =>
  from !== undefined && to !== undefined && from > to

/** Returns midnight of a day in the user's time zone, in the format of the API. */
function midnight(day: string | undefined, plusDays = 0): string | undefined {
  if (day === undefined) return undefined
  const time = new Date(`${day}T00:00:00`)
  // By the calendar: a day on which clocks are changed is not 24 hours long.
  time.setDate(time.getDate() + plusDays)
  // On some of them, the day begins at one o'clock.
  time.setHours(0, 0, 0, 0)
  // The API has no time after the last day of the calendar, and no entry is later.
  return time.getUTCFullYear() > 9999 ? undefined : time.toISOString()
}

/** Returns the period in the format of the API. The last day counts as a whole. */
export function periodOf({ from, to }: DayPeriod): DayPeriod {
  return { from: midnight(from), to: midnight(to, 1) }
}

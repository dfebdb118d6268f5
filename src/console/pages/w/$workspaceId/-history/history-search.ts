import { z } from 'zod'
import type { HistoryFilter } from '@/console/api/history'
import { outcomes } from '@/contract/history'

/** Whether the year is typed: before, the 2 of 2026 is the year 2. The API has no year 0. */
export const hasYear = (day: string) => day >= '1000'

const daySchema = z.iso.date().refine(hasYear).optional().catch(undefined)

/** The filters and the open entry of the history, as in the URL. Days are in local time. */
export const historySearchSchema = z.object({
  operation: z.string().optional().catch(undefined),
  actor: z.string().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
  outcome: z.enum(outcomes).optional().catch(undefined),
  from: daySchema,
  to: daySchema,
  id: z.uuid().optional().catch(undefined),
})

export type HistorySearch = z.infer<typeof historySearchSchema>

/** Whether the first day comes after the last one, so that no entry matches. */
export const isReversed = ({ from, to }: HistorySearch) =>
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

/**
 * Returns the filter of the API, without the parameters that a link may have for others: the router
 * keeps them. The last day counts as a whole.
 */
export function historyFilterOf(search: HistorySearch): HistoryFilter {
  const { operation, actor, path, outcome, from, to } = search
  return { operation, actor, path, outcome, from: midnight(from), to: midnight(to, 1) }
}

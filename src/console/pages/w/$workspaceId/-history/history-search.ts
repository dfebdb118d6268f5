import { z } from 'zod'
import type { HistoryFilter } from '@/console/api/history'
import { daySchema, periodOf } from '@/console/table/day-period'
import { outcomes } from '@/contract/history'

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

/**
 * Returns the filter of the API, without the parameters that a link may have for others: the router
 * keeps them.
 */
export function historyFilterOf(search: HistorySearch): HistoryFilter {
  const { operation, actor, path, outcome, from, to } = search
  return { operation, actor, path, outcome, ...periodOf({ from, to }) }
}

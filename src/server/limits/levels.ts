import { sql } from 'kysely'
import { isLimitName, limitFacts, windowSeconds, type LimitName } from '@/contract/limits'
import { usageSpans } from '@/contract/usage'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { countElements } from './admit-creation'

const hourSeconds = usageSpans.hour.seconds
/** Usage is written by minute of the clock, and the last 60 seconds can be in two of them. */
const recentSeconds = 120

/** Whether a limit counts uses in a window of an hour or longer. */
function isOfHours(name: LimitName): boolean {
  const { window } = limitFacts(name)
  return window !== undefined && windowSeconds[window] >= hourSeconds
}

/** Whether the level of a limit falls slowly: it counts the uses of an hour, or what exists. */
export function isSlow(name: LimitName): boolean {
  return isOfHours(name) || limitFacts(name).group === 'totals'
}

const elements = 'totalNumberOfWorkspaceElements' satisfies LimitName

/**
 * Returns the current use of limits. What falls quickly has the highest level of the last
 * minute, and of the clock minute in which it began. A tenant limit shows the tenant that uses it
 * most.
 */
export async function currentLevels(
  database: Queryable,
  workspaceId: string,
  now: Date,
  limits: readonly LimitName[],
): Promise<Map<LimitName, number>> {
  const secondsAgo = (seconds: number) => secondsAfter(now, -seconds)
  const { rows } = await sql<{
    limit_name: string
    latest: number
    in_hour: number
    peak_in_hour: number
  }>`
    select limit_name,
      coalesce(max(peak) filter (where minute > ${secondsAgo(recentSeconds)}), 0) as latest,
      sum(used)::float8 as in_hour,
      max(peak) as peak_in_hour
    from usage_minutes
    where ${matches('usage_minutes', { workspace_id: workspaceId, limit_name: limits })}
      and minute between ${secondsAgo(hourSeconds)} and ${now}
    group by limit_name`.execute(database)
  const levels = new Map<LimitName, number>()
  for (const { limit_name: name, latest, in_hour: inHour, peak_in_hour: peakInHour } of rows) {
    if (!isLimitName(name)) continue
    const ofHour = limitFacts(name).scope === 'tenant' ? peakInHour : inHour
    levels.set(name, isOfHours(name) ? ofHour : latest)
  }
  if (limits.includes(elements)) levels.set(elements, await countElements(database, workspaceId))
  return levels
}

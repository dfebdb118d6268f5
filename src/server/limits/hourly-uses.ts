import {
  isEnforcedHere,
  isTenantLimitHere,
  limitFacts,
  limitNames,
  windowSeconds,
} from '@/contract/limits'
import type { Queryable } from '@/server/store/database'

/** Recorded uses of a limit per hour. */
export interface HourlyUses {
  limit: string
  /** The id of the workspace or tenant that they are counted for. */
  subject: string
  /** The begin of the minute or hour that they were in. */
  since: Date
  used: number
}

const perHour = limitNames.filter(
  (limit) => isEnforcedHere(limit) && limitFacts(limit).window === 'hour',
)
const ofTenants = perHour.filter(isTenantLimitHere)
const ofWorkspaces = perHour.filter((limit) => !isTenantLimitHere(limit))

/**
 * Reads the uses in the last hour, oldest first, for a meter that starts. Those of tenants before
 * the current hour of the clock are left out: how many were in the last hour is not known.
 */
export async function hourlyUses(database: Queryable, now: Date): Promise<HourlyUses[]> {
  const hourAgo = new Date(now.getTime() - windowSeconds.hour * 1000)
  return database
    .selectFrom('usage_minutes')
    .select(['limit_name as limit', 'workspace_id as subject', 'minute as since', 'used'])
    .where('limit_name', 'in', ofWorkspaces)
    .where('minute', '>', hourAgo)
    .where('minute', '<=', now)
    .unionAll(
      database
        .selectFrom('tenant_usage_hours')
        .select(['limit_name as limit', 'tenant_id as subject', 'hour as since', 'used'])
        .where('limit_name', 'in', ofTenants)
        .where('hour', '>', hourAgo)
        .where('hour', '<=', now),
    )
    .orderBy('since')
    .execute()
}

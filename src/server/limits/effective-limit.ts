import {
  effectiveLimit,
  limitFacts,
  windowSeconds,
  type LimitName,
  type LimitSources,
} from '@/contract/limits'
import type { Quantity } from '@/server/core/ports/meter'
import { maxRequestSeconds } from '@/server/core/time/max-request-seconds'
import type { Queryable } from '@/server/store/database'

/** Reads the limits that a workspace and its operator have set. */
export async function readLimitSources(
  database: Queryable,
  workspaceId: string,
): Promise<LimitSources> {
  const { limits, operator_limits: operatorLimits } = await database
    .selectFrom('workspaces')
    .select(['limits', 'operator_limits'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { limits, operatorLimits }
}

/** Returns the effective value: the operator's, else the workspace's, else the default. */
export function effectiveMaximum(
  { limits, operatorLimits }: LimitSources,
  name: LimitName,
): number {
  const { unit, defaultValue } = limitFacts(name)
  return (
    effectiveLimit({ unit, defaultValue, ...limits[name] }, operatorLimits[name]).value ??
    defaultValue
  )
}

/**
 * Returns the length of the window in which uses of a limit count: for requests in progress, until
 * their count expires if their server crashed.
 */
export function windowSecondsOf(limit: LimitName): number {
  const { window } = limitFacts(limit)
  return window === undefined ? maxRequestSeconds : windowSeconds[window]
}

/** Describes one use of a limit for the meter. */
export function meterRequest(sources: LimitSources, limit: LimitName, subject: string): Quantity {
  const max = effectiveMaximum(sources, limit)
  return { limit, subject, max, windowSeconds: windowSecondsOf(limit) }
}

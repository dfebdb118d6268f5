import { alertTypeOf, nearPercentRange } from '@/contract/alerts'
import { isNear, limitFacts } from '@/contract/limits'
import type { Dependencies } from '@/server/core/context'
import type { OnLimitsUsed, PeakLevel } from '@/server/core/ports/usage-log'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { notifyAlert } from './notify-alert'
import { raiseAlert, type AlertTrigger } from './raise-alert'

/**
 * The alert that the level of a limit triggers, if any.
 * @param nearPercent the percentage of a limit from which its workspace is alerted
 */
function triggerOf(
  { workspaceId, limit, level, max, refused }: PeakLevel,
  nearPercent: number | undefined,
): AlertTrigger | undefined {
  const type = alertTypeOf(limit)
  if (type === undefined) return undefined
  const { label } = limitFacts(limit)
  const maximum = max.toLocaleString('en')
  if (refused) {
    return {
      workspaceId,
      type,
      severity: 'critical',
      // The number of refusals is left out, because it grows while the alert is active.
      description: `${label}: the limit of ${maximum} is reached; usage above it is refused.`,
    }
  }
  if (!isNear(level, max, nearPercent)) return undefined
  return {
    workspaceId,
    type,
    severity: 'warning',
    description: `${label}: ${level.toLocaleString('en')} of ${maximum} are used.`,
  }
}

/** Reads from what percentage of a limit each workspace is alerted, where it sets one. */
async function readNearPercents(
  transaction: Queryable,
  peaks: readonly PeakLevel[],
): Promise<ReadonlyMap<string, number>> {
  // Most usage is far from its limit, and needs no setting to know that.
  const ids = peaks
    .filter(({ level, max, refused }) => !refused && isNear(level, max, nearPercentRange.min))
    .map(({ workspaceId }) => workspaceId)
  if (ids.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('workspaces')
    .select(['id', 'alert_settings'])
    .where(matches('workspaces', { id: [...new Set(ids)] }))
    .execute()
  return new Map(
    rows.flatMap(({ id, alert_settings: { nearPercent } }) =>
      nearPercent === undefined ? [] : [[id, nearPercent] as const],
    ),
  )
}

/** Returns a listener that raises alerts for limits that were approached or exceeded. */
export function raiseLimitAlerts(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
): OnLimitsUsed {
  const nameOf = ({ workspaceId, type }: AlertTrigger) => `${workspaceId} ${type}`
  return async (transaction, peaks) => {
    const nearPercents = await readNearPercents(transaction, peaks)
    // In a fixed order, so that servers don't deadlock.
    const triggers = peaks
      .flatMap((peak) => triggerOf(peak, nearPercents.get(peak.workspaceId)) ?? [])
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    for (const trigger of triggers) {
      const raised = await raiseAlert(transaction, dependencies.clock(), trigger)
      await notifyAlert(dependencies, transaction, raised)
    }
  }
}

import { alertTypeOf } from '../../contract/alerts'
import { isNear, limitFacts } from '../../contract/limits'
import type { Dependencies } from '../core/context'
import type { OnLimitsUsed, PeakLevel } from '../core/usage-log'
import { notifyAlert } from './notify-alert'
import { raiseAlert, type AlertTrigger } from './raise-alert'

/** The alert that the level of a limit triggers, if any. */
function triggerOf({
  workspaceId,
  limit,
  level,
  max,
  refused,
}: PeakLevel): AlertTrigger | undefined {
  const type = alertTypeOf(limit)
  if (type === undefined) return undefined
  const { label } = limitFacts(limit)
  if (refused) {
    return {
      workspaceId,
      type,
      severity: 'critical',
      // The number of refusals is left out, because it grows while the alert is active.
      description: `${label}: the limit of ${max} is reached; usage above it is refused.`,
    }
  }
  if (!isNear(level, max)) return undefined
  return {
    workspaceId,
    type,
    severity: 'warning',
    description: `${label}: ${level} of ${max} are used.`,
  }
}

/** Returns a listener that raises alerts for limits that were approached or exceeded. */
export function raiseLimitAlerts(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
): OnLimitsUsed {
  const nameOf = ({ workspaceId, type }: AlertTrigger) => `${workspaceId} ${type}`
  return async (transaction, peaks) => {
    // In a fixed order, so that servers don't deadlock.
    const triggers = peaks
      .flatMap((peak) => triggerOf(peak) ?? [])
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    for (const trigger of triggers) {
      const raised = await raiseAlert(transaction, dependencies.clock(), trigger)
      await notifyAlert(dependencies, transaction, raised)
    }
  }
}

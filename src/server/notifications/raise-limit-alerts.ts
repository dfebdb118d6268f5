import { isAlertType } from '../../contract/alerts'
import { isNear, limitFacts } from '../../contract/limits'
import type { Dependencies } from '../core/context'
import type { NearLimit, OnLimitsUsed } from '../core/usage-log'
import { notifyAlert } from './notify-alert'
import { raiseAlert, type AlertTrigger } from './raise-alert'

/** The alert that the level of a limit triggers, if any. */
function triggerOf({
  workspaceId,
  limit,
  level,
  max,
  refused,
}: NearLimit): AlertTrigger | undefined {
  const { alertType, label } = limitFacts(limit)
  if (alertType === undefined || !isAlertType(alertType)) return undefined
  if (refused > 0) {
    return {
      workspaceId,
      type: alertType,
      severity: 'critical',
      // Without a number of refusals, which grows while the alert lasts.
      description: `${label}: the limit of ${max} is reached; anything above it is refused.`,
    }
  }
  if (!isNear(level, max)) return undefined
  return {
    workspaceId,
    type: alertType,
    severity: 'warning',
    description: `${label}: ${level} of ${max} are used.`,
  }
}

/** Returns what raises the alerts of limits that were approached or exceeded. */
export function raiseLimitAlerts(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
): OnLimitsUsed {
  const nameOf = ({ workspaceId, type }: AlertTrigger) => `${workspaceId} ${type}`
  return async (transaction, nearLimits) => {
    // In one order, so that servers don't deadlock.
    const triggers = nearLimits
      .flatMap((near) => triggerOf(near) ?? [])
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    for (const trigger of triggers) {
      const raised = await raiseAlert(transaction, dependencies.clock(), trigger)
      await notifyAlert(dependencies, transaction, raised)
    }
  }
}

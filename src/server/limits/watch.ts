import { isAlertType } from '../../contract/alerts'
import { limitFacts } from '../../contract/limits'
import type { Queryable } from '../store/database'
import { raiseAlert, type AlertTrigger } from '../notifications/raise-alert'
import { notifyAlert } from '../notifications/notify-alert'
import type { Dependencies } from '../core/context'
import { isNear } from './near'
import type { NearLimit } from './usage-recorder'

type WatchedUsage = Pick<Dependencies, 'database' | 'clock' | 'usage' | 'mailer' | 'log'>

/** What a limit’s nearness is an occasion to tell. */
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
    const times = refused === 1 ? 'One was refused' : `${refused} were refused`
    return {
      workspaceId,
      type: alertType,
      severity: 'critical',
      description: `${label}: the limit of ${max} is reached. ${times}.`,
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

async function raiseTriggeredAlerts(
  watched: WatchedUsage,
  transaction: Queryable,
  nearness: readonly NearLimit[],
): Promise<void> {
  const nameOf = ({ workspaceId, type }: AlertTrigger) => `${workspaceId} ${type}`
  // In one order, so that servers don’t cross.
  const occasions = nearness
    .flatMap((near) => triggerOf(near) ?? [])
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  for (const occasion of occasions)
    await notifyAlert(
      watched,
      transaction,
      await raiseAlert(transaction, watched.clock(), occasion),
    )
}

/** Writes what was used since the last time, and raises the alerts that follow from it. What fails of one workspace is logged. */
export async function writeUsage(watched: WatchedUsage): Promise<void> {
  const dropped = await watched.usage.write(watched.database, (transaction, nearness) =>
    raiseTriggeredAlerts(watched, transaction, nearness),
  )
  for (const { workspaceId, error } of dropped)
    watched.log.error({ workspaceId, error }, 'the usage of a workspace could not be written')
}

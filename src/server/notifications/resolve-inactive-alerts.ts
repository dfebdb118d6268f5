import { alertTypeFacts, isAlertType } from '@/contract/alerts'
import { isNear } from '@/contract/limits'
import type { Dependencies } from '@/server/core/context'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { effectiveMaximum } from '@/server/limits/effective-limit'
import { currentLevels, isSlow } from '@/server/limits/levels'
import type { Queryable } from '@/server/store/database'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import type { AlertRow } from './alert-record'
import { sendAlert } from './send-alert'

/** How long usage must stay below its limit until the alert is resolved. */
const inactiveSeconds = 60

/**
 * Selects active alerts that were last raised over a minute ago, or in the future because a clock
 * was set back.
 */
function inactiveAlerts(database: Queryable, now: Date) {
  return database
    .selectFrom('alerts')
    .where('status', '=', 'ongoing')
    .where((seen) =>
      seen.or([
        seen('last_seen_at', '<=', secondsAfter(now, -inactiveSeconds)),
        seen('last_seen_at', '>', secondsAfter(now, clockSkewSeconds)),
      ]),
    )
}

/**
 * Whether usage is still near its limit without new requests: hourly limits and totals fall slowly.
 */
async function isStillNear(
  transaction: Queryable,
  { workspace_id: workspaceId, type }: AlertRow,
  now: Date,
): Promise<boolean> {
  const limit = isAlertType(type) ? alertTypeFacts(type).limit : undefined
  if (limit === undefined || !isSlow(limit)) return false
  const workspace = await transaction
    .selectFrom('workspaces')
    .select(['limits', 'operator_limits as operatorLimits', 'alert_settings as settings'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const levels = await currentLevels(transaction, workspaceId, now, [limit])
  const max = effectiveMaximum(workspace, limit)
  return isNear(levels.get(limit) ?? 0, max, workspace.settings.nearPercent)
}

type Resolving = Pick<Dependencies, 'database' | 'clock' | 'mailer' | 'log'>

/** Resolves an inactive alert, unless another server is resolving it or it was raised again. */
async function resolveAlert(
  dependencies: Resolving,
  transaction: Queryable,
  id: string,
): Promise<void> {
  // Read for each alert: by an older time, one that was raised since would be from the future.
  const now = dependencies.clock()
  const inactive = await inactiveAlerts(transaction, now)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (inactive === undefined) return
  const isOver = !(await isStillNear(transaction, inactive, now))
  const alert = await transaction
    .updateTable('alerts')
    .set(isOver ? { status: 'resolved', resolved_at: now, updated_at: now } : { last_seen_at: now })
    .where('id', '=', inactive.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isOver && alert.notified_at !== null)
    await sendAlert(dependencies, transaction, 'alert.resolved', alert)
}

/**
 * Resolves alerts with a level that has been below its limit for a minute, and notifies the
 * channels that got them. Each is resolved in its own transaction: a failure is logged and does not
 * stop the others, unless the database is unavailable.
 */
export async function resolveInactiveAlerts(dependencies: Resolving): Promise<void> {
  const inactive = await inactiveAlerts(dependencies.database, dependencies.clock())
    .select(['id', 'workspace_id'])
    .execute()
  for (const { id, workspace_id: workspaceId } of inactive) {
    try {
      await dependencies.database
        .transaction()
        .execute((transaction) => resolveAlert(dependencies, transaction, id))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      dependencies.log.error({ alertId: id, workspaceId, error }, 'an alert could not be resolved')
    }
  }
}

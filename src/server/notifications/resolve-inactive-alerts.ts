import { alertTypeFacts, isAlertType } from '../../contract/alerts'
import { isLimitName } from '../../contract/limits'
import type { Queryable } from '../store/database'
import { clockSkewSeconds } from '../core/clock-skew'
import type { Dependencies } from '../core/context'
import { effectiveMaximum } from '../limits/effective-limit'
import { levelsOf } from '../limits/levels'
import { isNear } from '../limits/near'
import { notifyOfAlert } from './alert-channels'
import type { AlertRow } from './alert-record'

/** How long a quantity has to stay below what is near its limit for its alert to end. */
const inactiveSeconds = 60

/** What nobody saw for a minute; or what was seen in a future that a clock put back has taken away. */
function inactiveAlerts(database: Queryable, now: Date) {
  const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return database
    .selectFrom('alerts')
    .where('status', '=', 'ongoing')
    .where((seen) =>
      seen.or([
        seen('last_seen_at', '<=', secondsFromNow(-inactiveSeconds)),
        seen('last_seen_at', '>', secondsFromNow(clockSkewSeconds)),
      ]),
    )
}

/** Whether the quantity is near its limit though nothing more is asked for: an hour or a total does not empty at once. */
async function isStillNear(
  transaction: Queryable,
  { workspace_id: workspaceId, type }: AlertRow,
  now: Date,
): Promise<boolean> {
  const limit = isAlertType(type) ? alertTypeFacts(type).limit : undefined
  if (limit === undefined || !isLimitName(limit)) return false
  const { limits, operator_limits: operatorLimits } = await transaction
    .selectFrom('workspaces')
    .select(['limits', 'operator_limits'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const levels = await levelsOf(transaction, workspaceId, now)
  return isNear(levels.get(limit) ?? 0, effectiveMaximum({ limits, operatorLimits }, limit))
}

type Ending = Pick<Dependencies, 'database' | 'clock' | 'mailer' | 'log'>

/** Ends an alert whose quantity has been far enough from its limit for long enough, unless another server is at it or it was seen again. */
async function resolveAlert(
  dependencies: Ending,
  transaction: Queryable,
  id: string,
  now: Date,
): Promise<void> {
  const quiet = await inactiveAlerts(transaction, now)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (quiet === undefined) return
  const isOver = !(await isStillNear(transaction, quiet, now))
  const alert = await transaction
    .updateTable('alerts')
    .set(isOver ? { status: 'resolved', resolved_at: now, updated_at: now } : { last_seen_at: now })
    .where('id', '=', quiet.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isOver && alert.notified_at !== null)
    await notifyOfAlert(dependencies, transaction, 'alert.resolved', alert)
}

/**
 * Ends the alerts whose quantity has been far enough from its limit for long enough, and tells those who were told of them.
 * Each in a transaction of its own: one that cannot be ended is logged, and keeps no other from it.
 */
export async function resolveInactiveAlerts(dependencies: Ending): Promise<void> {
  const now = dependencies.clock()
  const quiet = await inactiveAlerts(dependencies.database, now)
    .select(['id', 'workspace_id'])
    .execute()
  for (const { id, workspace_id: workspaceId } of quiet) {
    try {
      await dependencies.database
        .transaction()
        .execute((transaction) => resolveAlert(dependencies, transaction, id, now))
    } catch (error) {
      dependencies.log.error({ alertId: id, workspaceId, error }, 'an alert could not be ended')
    }
  }
}

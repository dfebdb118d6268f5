import { alertTypeFacts, isAlertType } from '../../../contract/alerts'
import { isLimitName } from '../../../contract/limits'
import type { Queryable } from '../../store/database'
import { clockToleranceSeconds } from '../clock-tolerance'
import type { Platform } from '../context'
import { limitInEffect } from '../limits/in-effect'
import { levelsOf } from '../limits/levels'
import { isNear } from '../limits/near'
import { notifyOfAlert } from './notify'
import type { AlertRow } from './record'

/** How long a quantity has to stay below what is near its limit for its alert to end. */
const quietSeconds = 60

/** What nobody saw for a minute, held for this server alone; or what was seen in a future that a clock put back has taken away. */
function quietAlerts(transaction: Queryable, now: Date): Promise<AlertRow[]> {
  const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return transaction
    .selectFrom('alerts')
    .selectAll()
    .where('status', '=', 'ongoing')
    .where((seen) =>
      seen.or([
        seen('last_seen_at', '<=', secondsFromNow(-quietSeconds)),
        seen('last_seen_at', '>', secondsFromNow(clockToleranceSeconds)),
      ]),
    )
    .forUpdate()
    .skipLocked()
    .execute()
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
  return isNear(levels.get(limit) ?? 0, limitInEffect({ limits, operatorLimits }, limit))
}

/** Ends the alerts whose quantity has been far enough from its limit for long enough, and tells those who were told of them. */
export async function endQuietAlerts(
  platform: Pick<Platform, 'database' | 'clock' | 'mailer'>,
): Promise<void> {
  await platform.database.transaction().execute(async (transaction) => {
    const now = platform.clock()
    for (const quiet of await quietAlerts(transaction, now)) {
      const isOver = !(await isStillNear(transaction, quiet, now))
      const alert = await transaction
        .updateTable('alerts')
        .set(
          isOver
            ? { status: 'resolved', resolved_at: now, updated_at: now }
            : { last_seen_at: now },
        )
        .where('id', '=', quiet.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (isOver && alert.told_at !== null)
        await notifyOfAlert(platform, transaction, 'alert.resolved', alert)
    }
  })
}

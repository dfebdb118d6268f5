import type { Queryable } from '../store/database'
import type { Dependencies } from '../core/context'
import { isMuted, notifyOfAlert } from './alert-channels'
import type { RaiseResult } from './raise-alert'
import type { AlertRow } from './alert-record'

/** A type that comes and goes is told of once in so long. */
const minPauseMinutes = 10

async function wasNotifiedRecently(
  transaction: Queryable,
  { id, workspace_id: workspaceId, type, severity }: AlertRow,
  now: Date,
): Promise<boolean> {
  const told = await transaction
    .selectFrom('alerts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('id', '!=', id)
    .where('severity', 'in', [severity, 'critical'])
    .where('notified_at', '>', new Date(now.getTime() - minPauseMinutes * 60_000))
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** Tells of an alert when it is new or got worse. While its type is muted, or was told of lately, that waits, and is done should it last. */
export async function notifyAlert(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
  transaction: Queryable,
  { alert, hasEscalated: isWorse }: RaiseResult,
): Promise<void> {
  const now = dependencies.clock()
  const isDue =
    isWorse || (alert.notified_at === null && !(await wasNotifiedRecently(transaction, alert, now)))
  if (!isDue || (await isMuted(transaction, alert, now))) return
  await notifyOfAlert(dependencies, transaction, 'alert.created', alert)
  await transaction
    .updateTable('alerts')
    .set({ notified_at: now })
    .where('id', '=', alert.id)
    .execute()
}

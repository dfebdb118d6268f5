import type { Dependencies } from '@/server/core/context'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import type { Queryable } from '@/server/store/database'
import type { AlertRow } from './alert-record'
import type { RaiseResult } from './raise-alert'
import { sendAlert } from './send-alert'

/** An alert that is raised and resolved repeatedly is sent once in this time. */
const minPauseMinutes = 10

/**
 * Whether another alert of the type, at least as severe, was sent a short time ago. A time in the
 * future does not count: the clock was set back since.
 */
async function wasSentRecently(
  transaction: Queryable,
  { id, workspace_id: workspaceId, type, severity }: AlertRow,
  now: Date,
): Promise<boolean> {
  const recent = await transaction
    .selectFrom('alerts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('id', '!=', id)
    .where('notified_severity', 'in', [severity, 'critical'])
    .where('notified_at', '>', secondsAfter(now, -minPauseMinutes * 60))
    .where('notified_at', '<=', secondsAfter(now, clockSkewSeconds))
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}

/**
 * Sends an alert when it is new or has escalated. If its type is muted, no channel is enabled, or a
 * similar alert was sent recently, sending is deferred until that is over and the alert is still
 * active.
 */
export async function notifyAlert(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
  transaction: Queryable,
  { alert, hasEscalated }: RaiseResult,
): Promise<void> {
  const { notified_severity: notified, severity } = alert
  if (notified === severity || notified === 'critical') return
  const now = dependencies.clock()
  const isFirst = notified === null && !hasEscalated
  if (isFirst && (await wasSentRecently(transaction, alert, now))) return

  const outcomes = await sendAlert(dependencies, transaction, 'alert.created', alert)
  // A delivery that a disabled webhook holds back can be recovered: the channel has it.
  const isTaken = outcomes.some(
    ({ outcome, deliveryId }) => outcome === 'queued' || deliveryId !== undefined,
  )
  if (!isTaken) return
  await transaction
    .updateTable('alerts')
    .set({ notified_at: now, notified_severity: severity })
    .where('id', '=', alert.id)
    .execute()
}

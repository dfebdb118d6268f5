import { alertTypeFacts, isAlertType, type ChannelOutcome } from '../../contract/alerts'
import type { Queryable } from '../store/database'
import type { Dependencies } from '../core/context'
import { queueEmail } from './queue-email'
import { emitEvents } from '../core/emit-events'
import { alertRecord, type AlertRow } from './alert-record'

const describeChannels: ChannelOutcome = {
  channel: 'internal',
  outcome: 'delivered',
  message: 'It is in the list of raised alerts',
}

function muteOf(transaction: Queryable, { workspace_id: workspaceId, type }: AlertRow, now: Date) {
  return transaction
    .selectFrom('alert_mutes')
    .select('muted_until')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('muted_until', '>', now)
    .executeTakeFirst()
}

export async function isMuted(
  transaction: Queryable,
  alert: AlertRow,
  now: Date,
): Promise<boolean> {
  return (await muteOf(transaction, alert, now)) !== undefined
}

/** Tells of an alert where the settings of its workspace say, unless its type is muted. Call it in the transaction that raises or ends it. */
export async function notifyOfAlert(
  dependencies: Pick<Dependencies, 'clock' | 'mailer'>,
  transaction: Queryable,
  eventType: 'alert.created' | 'alert.resolved',
  alert: AlertRow,
): Promise<ChannelOutcome[]> {
  const workspace = await transaction
    .selectFrom('workspaces')
    .select(['name', 'org_id', 'webhook_uri', 'webhook_disabled_at', 'alert_delivery_settings'])
    .where('id', '=', alert.workspace_id)
    .executeTakeFirstOrThrow()
  const mute = await muteOf(transaction, alert, dependencies.clock())
  if (mute !== undefined) {
    const message = `Muted until ${mute.muted_until.toISOString()}`
    return [
      describeChannels,
      { channel: 'webhook', outcome: 'off', message },
      { channel: 'email', outcome: 'off', message },
    ]
  }
  const { webhook, email } = workspace.alert_delivery_settings.alertTypes[alert.type] ?? {}
  const record = alertRecord(alert, workspace.org_id)

  const byWebhook = async (): Promise<ChannelOutcome> => {
    if (webhook?.enabled !== true)
      return { channel: 'webhook', outcome: 'off', message: 'Off for this alert type' }
    const [deliveryId] = await emitEvents(dependencies, transaction, [
      {
        workspaceId: alert.workspace_id,
        eventType,
        data: record,
        alertId: alert.id,
        isForced: true,
      },
    ])
    if (deliveryId === undefined)
      return { channel: 'webhook', outcome: 'off', message: 'The workspace has no webhook URI' }
    if (workspace.webhook_disabled_at !== null)
      return {
        channel: 'webhook',
        outcome: 'off',
        message: 'The webhook is switched off: its address failed for too long',
        deliveryId,
      }
    return {
      channel: 'webhook',
      outcome: 'queued',
      message: `On its way to ${workspace.webhook_uri ?? ''}`,
      deliveryId,
    }
  }

  const byEmail = async (): Promise<ChannelOutcome> => {
    if (email?.enabled !== true)
      return { channel: 'email', outcome: 'off', message: 'Off for this alert type' }
    const label = isAlertType(alert.type) ? alertTypeFacts(alert.type).label : alert.type
    const isQueued = await queueEmail(dependencies, transaction, alert.workspace_id, {
      subject: `${workspace.name}: ${eventType === 'alert.resolved' ? 'resolved' : alert.severity}: ${label}`,
      paragraphs: [
        alert.description,
        `Workspace: ${workspace.name}`,
        `Since: ${record.createdAt}`,
        ...(record.resolvedAt === undefined ? [] : [`Resolved: ${record.resolvedAt}`]),
      ],
    })
    return isQueued
      ? { channel: 'email', outcome: 'queued', message: 'On its way to the mail server' }
      : { channel: 'email', outcome: 'off', message: 'This server has no mail server configured' }
  }
  return [describeChannels, await byWebhook(), await byEmail()]
}

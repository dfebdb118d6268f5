import { alertTypeFacts, isAlertType, type Alert, type ChannelOutcome } from '@/contract/alerts'
import type { Dependencies } from '@/server/core/context'
import { emitEvents } from '@/server/core/writes/emit-events'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'
import { alertRecord, type AlertRow } from './alert-record'
import { emailObstacle, webhookObstacle } from './channel-obstacles'
import { queueEmail } from './queue-email'

type Sending = Pick<Dependencies, 'clock' | 'mailer'>

const workspaceColumns = [
  'id',
  'name',
  'org_id',
  'webhook_uri',
  'webhook_disabled_at',
  'enabled_webhook_events',
  'archived_at',
  'alert_delivery_settings',
  'alert_settings',
] as const satisfies readonly (keyof WorkspaceRow)[]

interface Notification {
  eventType: 'alert.created' | 'alert.resolved'
  alert: Alert
  workspace: Pick<WorkspaceRow, (typeof workspaceColumns)[number]>
}

type OptionalChannel = Exclude<ChannelOutcome['channel'], 'internal'>

const off = (channel: OptionalChannel, message: string): ChannelOutcome => ({
  channel,
  outcome: 'off',
  message,
})

/** Returns why no channel may send an alert, whatever its settings; undefined if they may. */
async function findObstacle(
  transaction: Queryable,
  { alert, workspace }: Notification,
  now: Date,
): Promise<string | undefined> {
  if (workspace.archived_at !== null) return 'The workspace is archived'
  const mute = await transaction
    .selectFrom('alert_mutes')
    .select('muted_until')
    .where('workspace_id', '=', workspace.id)
    .where('type', '=', alert.type)
    .where('muted_until', '>', now)
    .executeTakeFirst()
  return mute === undefined ? undefined : `Muted until ${mute.muted_until.toISOString()}`
}

async function sendByWebhook(
  dependencies: Sending,
  transaction: Queryable,
  { eventType, alert, workspace }: Notification,
): Promise<ChannelOutcome> {
  const event = {
    workspaceId: workspace.id,
    eventType,
    data: alert,
    alertId: alert.id,
    isForced: true,
  }
  const [deliveryId] = await emitEvents(dependencies, transaction, [event], workspace)
  const obstacle = webhookObstacle(workspace)
  if (obstacle !== undefined) return { ...off('webhook', obstacle), deliveryId }
  return {
    channel: 'webhook',
    outcome: 'queued',
    message: `Queued for ${workspace.webhook_uri ?? ''}`,
    deliveryId,
  }
}

async function sendByEmail(
  dependencies: Sending,
  transaction: Queryable,
  { eventType, alert, workspace }: Notification,
): Promise<ChannelOutcome> {
  const obstacle = emailObstacle(dependencies)
  if (obstacle !== undefined) return off('email', obstacle)
  const label = isAlertType(alert.type) ? alertTypeFacts(alert.type).label : alert.type
  const state = eventType === 'alert.resolved' ? 'resolved' : alert.severity
  await queueEmail(dependencies, transaction, workspace.id, {
    subject: `${workspace.name}: ${state}: ${label}`,
    paragraphs: [
      alert.description,
      `Workspace: ${workspace.name}`,
      `Since: ${alert.createdAt}`,
      ...(alert.resolvedAt === undefined ? [] : [`Resolved: ${alert.resolvedAt}`]),
    ],
    recipients: workspace.alert_settings.emailRecipients,
  })
  return {
    channel: 'email',
    outcome: 'queued',
    message: `Queued for ${dependencies.mailer?.destination ?? 'the mail server'}`,
  }
}

const senders = { webhook: sendByWebhook, email: sendByEmail } as const

/**
 * Sends an alert to the channels that its workspace has enabled for its type. Call it in the
 * transaction that raises or resolves the alert.
 */
export async function sendAlert(
  dependencies: Sending,
  transaction: Queryable,
  eventType: Notification['eventType'],
  row: AlertRow,
): Promise<ChannelOutcome[]> {
  const workspace = await transaction
    .selectFrom('workspaces')
    .select(workspaceColumns)
    .where('id', '=', row.workspace_id)
    .executeTakeFirstOrThrow()
  const notification = { eventType, alert: alertRecord(row, workspace.org_id), workspace }
  const obstacle = await findObstacle(transaction, notification, dependencies.clock())
  const settings = workspace.alert_delivery_settings.alertTypes[row.type]

  const outcomes: ChannelOutcome[] = [
    { channel: 'internal', outcome: 'delivered', message: 'Added to the raised alerts' },
  ]
  for (const channel of ['webhook', 'email'] as const) {
    if (obstacle !== undefined) outcomes.push(off(channel, obstacle))
    else if (settings?.[channel]?.enabled !== true)
      outcomes.push(off(channel, 'Disabled for this alert type'))
    else outcomes.push(await senders[channel](dependencies, transaction, notification))
  }
  return outcomes
}

import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { insertRows } from '@/server/store/insert-rows'
import { recordId } from '@/server/store/record-id'
import type { WorkspaceRow } from '@/server/store/schema'
import type { Dependencies } from '../context'

/** Something that happened in a workspace, to be sent to its webhook. */
export interface Event {
  workspaceId: string
  eventType: string
  data: unknown
  /** The alert that the event reports. */
  alertId?: string
  /** Sends the event even if the workspace has not chosen its type. */
  isForced?: boolean
}

const recipientColumns = [
  'id',
  'webhook_uri',
  'enabled_webhook_events',
  'webhook_disabled_at',
  'archived_at',
] as const satisfies readonly (keyof WorkspaceRow)[]

/** What decides whether a workspace gets an event. */
export type Recipient = Pick<WorkspaceRow, (typeof recipientColumns)[number]>

async function findRecipients(
  transaction: Queryable,
  events: readonly Event[],
  known: Recipient | undefined,
): Promise<Map<string, Recipient>> {
  const ids = new Set(events.map(({ workspaceId }) => workspaceId))
  if (known !== undefined) ids.delete(known.id)
  const found =
    ids.size === 0
      ? []
      : await transaction
          .selectFrom('workspaces')
          .select(recipientColumns)
          .where(matches('workspaces', { id: [...ids] }))
          .execute()
  return new Map([...found, ...(known === undefined ? [] : [known])].map((row) => [row.id, row]))
}

function isWanted({ eventType, isForced = false }: Event, recipient: Recipient): boolean {
  return (
    recipient.webhook_uri !== null &&
    recipient.archived_at === null &&
    (isForced || recipient.enabled_webhook_events.includes(eventType))
  )
}

/**
 * Queues events for the webhooks of their workspaces. Call it in the transaction of the change, so
 * that both take effect or neither.
 * @param known a workspace as the transaction left it, which is then not read again
 * @returns the ids of the deliveries; none for a workspace that has no webhook URI, does not want
 * the event or is archived
 */
export async function emitEvents(
  { clock }: Pick<Dependencies, 'clock'>,
  transaction: Queryable,
  events: readonly Event[],
  known: Recipient | undefined,
): Promise<string[]> {
  if (events.length === 0) return []
  const recipients = await findRecipients(transaction, events, known)
  const now = clock()
  const rows = events.flatMap((event) => {
    const { workspaceId, eventType, data, alertId } = event
    const recipient = recipients.get(workspaceId)
    if (recipient === undefined || !isWanted(event, recipient)) return []
    // Events during the time that a webhook is disabled are kept, so that they can be recovered.
    const isDisabled = recipient.webhook_disabled_at !== null
    return {
      id: recordId(now),
      workspace_id: workspaceId,
      event_type: eventType,
      alert_id: alertId ?? null,
      body: JSON.stringify({ eventType, data, timestamp: now.toISOString() }),
      status: isDisabled ? ('stopped' as const) : ('pending' as const),
      next_attempt_at: isDisabled ? null : now,
      created_at: now,
      finished_at: isDisabled ? now : null,
    }
  })
  await insertRows(transaction, 'webhook_deliveries', rows)
  return rows.map(({ id }) => id)
}

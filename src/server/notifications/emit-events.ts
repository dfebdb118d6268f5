import { v7 as uuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { Dependencies } from '../core/context'
import type { WorkspaceRow } from '../store/schema'

const rowsPerStatement = 1000

export interface Event {
  eventType: string
  data: unknown
  /** The alert that it tells of. */
  alertId?: string
}

/** What decides whether a workspace is told. */
const asked = [
  'webhook_uri',
  'enabled_webhook_events',
  'webhook_disabled_at',
  'archived_at',
] as const satisfies readonly (keyof WorkspaceRow)[]

interface Emitted {
  workspaceId: string
  /** The workspace as it stands, where the transaction has read it already. */
  workspace?: Pick<WorkspaceRow, (typeof asked)[number]>
  /** Sent whatever events the workspace has chosen: something else decides whether it is wanted. */
  always?: boolean
}

/**
 * Has events sent to the webhook of a workspace. Call it in the transaction of what happened, so that neither is without the other.
 * @returns the ids of the deliveries; none where the workspace has no address, does not want the event or is archived
 */
export async function emitEvents(
  { clock }: Pick<Dependencies, 'clock'>,
  transaction: Queryable,
  { workspaceId, workspace: known, always = false }: Emitted,
  events: readonly Event[],
): Promise<string[]> {
  const workspace =
    known ??
    (await transaction
      .selectFrom('workspaces')
      .select(asked)
      .where('id', '=', workspaceId)
      .executeTakeFirst())
  if (workspace === undefined || workspace.webhook_uri === null || workspace.archived_at !== null)
    return []
  const now = clock()
  const isOff = workspace.webhook_disabled_at !== null
  const rows = events
    .filter(({ eventType }) => always || workspace.enabled_webhook_events.includes(eventType))
    .map(({ eventType, data, alertId }) => ({
      id: uuid(),
      workspace_id: workspaceId,
      event_type: eventType,
      alert_id: alertId ?? null,
      body: JSON.stringify({ eventType, data, timestamp: now.toISOString() }),
      // What happens while the address is switched off is kept, to be recovered.
      status: isOff ? ('stopped' as const) : ('pending' as const),
      next_attempt_at: isOff ? null : now,
      created_at: now,
    }))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await transaction
      .insertInto('webhook_deliveries')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
  }
  return rows.map(({ id }) => id)
}

import { sql, type SqlBool } from 'kysely'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { latestPage } from '../../search/newest-first-page'
import { cursorOf } from '../../search/list-page'
import { namedWorkspace } from '../../core/resolve-workspace'
import { deliveryRecord } from '../../notifications/delivery-record'

/** Lists what was sent or is to be sent, newest first. @throws not_found, invalid_request */
export async function listWebhookDeliveries(
  call: Call,
  { query }: ParsedRequestOf<Operations['listWebhookDeliveries']>,
): Promise<AnswerOf<Operations['listWebhookDeliveries']>> {
  const { limit, cursor, workspaceId: named, ...filters } = query
  const { id } = await namedWorkspace(call, named)
  const { status, eventType, alertId, from, to } = filters
  const page = await latestPage(call.database, {
    table: 'webhook_deliveries',
    list: { of: 'webhook deliveries', workspaceId: id, filters },
    conditions: [
      sql<SqlBool>`workspace_id = ${id}`,
      ...(status === undefined ? [] : [sql<SqlBool>`status = ${status}`]),
      ...(eventType === undefined ? [] : [sql<SqlBool>`event_type = ${eventType}`]),
      ...(alertId === undefined ? [] : [sql<SqlBool>`alert_id = ${alertId}`]),
      ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${new Date(to)}`]),
    ],
    limit,
    cursor,
  })
  return { ...cursorOf(page), items: page.rows.map(deliveryRecord) }
}

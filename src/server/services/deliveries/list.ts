import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { deliveryColumns, deliveryRecord } from '@/server/notifications/delivery-record'
import { listOrder } from '@/server/search/read-sorted'
import { sortablePage } from '@/server/search/sortable-page'
import { and, createdWithin, matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { deliverySortValues } from './order'

/** Reads the status of the response to the latest attempt at each delivery, where there was one. */
async function lastStatusCodes(
  database: Queryable,
  deliveryIds: readonly string[],
): Promise<Map<string, number>> {
  const attempts = await database
    .selectFrom('delivery_attempts')
    .distinctOn('delivery_id')
    .select(['delivery_id', 'status_code'])
    .where(matches('delivery_attempts', { delivery_id: deliveryIds }))
    .orderBy('delivery_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    attempts.flatMap(({ delivery_id: id, status_code: status }) =>
      status === null ? [] : [[id, status]],
    ),
  )
}

/** Lists the deliveries of a workspace. @throws not_found, invalid_request */
export async function listWebhookDeliveries(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listWebhookDeliveries']>,
): Promise<ResponseOf<Operations['listWebhookDeliveries']>> {
  const { limit, cursor, workspaceId: named, sort, ...filters } = query
  const { id } = await resolveWorkspace(context, named)
  const { status, eventType, alertId, from, to } = filters
  const page = await sortablePage(context.database, {
    table: 'webhook_deliveries',
    columns: deliveryColumns,
    list: { of: 'webhook deliveries', workspaceId: id, filters, sort },
    order: listOrder(deliverySortValues, sort),
    condition: and(
      matches('webhook_deliveries', {
        workspace_id: id,
        status,
        event_type: eventType,
        alert_id: alertId,
      }),
      createdWithin('webhook_deliveries', { from, to }),
    ),
    limit,
    cursor,
  })
  const statusCodes = await lastStatusCodes(
    context.database,
    page.rows.map(({ id: deliveryId }) => deliveryId),
  )
  return {
    cursor: page.cursor,
    items: page.rows.map((row) => ({
      ...deliveryRecord(row),
      lastStatusCode: statusCodes.get(row.id),
    })),
  }
}

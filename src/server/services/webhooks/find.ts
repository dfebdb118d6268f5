import type { Queryable } from '../../store/database'
import type { RequestContext } from '../../core/context'
import { notFound } from '../../core/service-error'
import type { DeliveryRow } from '../../notifications/delivery-record'

/** The delivery of this id, if the caller reaches its workspace. @throws not_found */
export async function findDelivery(
  context: RequestContext,
  database: Queryable,
  id: string,
  { forUpdate = false } = {},
): Promise<DeliveryRow> {
  const reached = database.selectFrom('webhook_deliveries').selectAll().where('id', '=', id)
  const scoped =
    context.caller.role === 'operator'
      ? reached
      : reached.where('workspace_id', '=', context.caller.workspaceId)
  const row = await (forUpdate ? scoped.forUpdate() : scoped).executeTakeFirst()
  if (row === undefined) throw notFound('delivery', id)
  return row
}

import { workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { notFound } from '@/server/core/service-error'
import type { RecordKind } from '@/server/core/writes/writing'
import type { DeliveryRow } from '@/server/notifications/delivery-record'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'

/** Reads a delivery of a workspace that the caller can access. @throws not_found */
export async function findDelivery(
  { caller, trail }: RequestContext,
  database: Queryable,
  id: string,
  { lock = false } = {},
): Promise<DeliveryRow> {
  let query = database.selectFrom('webhook_deliveries').selectAll().where('id', '=', id)
  if (caller.role !== 'operator') query = query.where('workspace_id', '=', caller.workspaceId)
  const row = await query.$if(lock, (locked) => locked.forUpdate()).executeTakeFirst()
  if (row === undefined) throw notFound('delivery', id)
  trail.workspaces.add(row.workspace_id)
  return row
}

/** Deliveries with their workspaces, as `writing` takes them. */
export const deliveries: RecordKind<{ delivery: DeliveryRow; workspace: WorkspaceRow }> = {
  name: 'delivery',
  async lock(context, transaction, id) {
    // Locks the workspace first, like the worker that saves the result of an attempt.
    const { workspace_id: workspaceId } = await findDelivery(context, transaction, id)
    const workspace = await workspaces.lock(context, transaction, workspaceId)
    const delivery = await findDelivery(context, transaction, id, { lock: true })
    return { delivery, workspace }
  },
  lockOwners: async (_transaction, { workspace }) => [workspace],
}

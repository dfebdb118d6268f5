import type { Queryable } from '../store/database'

/** Stops the pending deliveries of a workspace, until they are recovered. */
export async function stopPendingDeliveries(
  transaction: Queryable,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ status: 'stopped', next_attempt_at: null, is_leased: false, finished_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .execute()
}

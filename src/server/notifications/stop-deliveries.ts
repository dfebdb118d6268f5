import type { Queryable } from '../store/database'

/** Keeps what a workspace has not sent yet from being sent, until it is recovered. */
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

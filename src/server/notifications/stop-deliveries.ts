import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { changeDeliveries } from './change-deliveries'

/**
 * Stops pending deliveries of a workspace, until they are recovered. More than a transaction can
 * change are stopped when they come due, by what sends them.
 */
export async function stopPendingDeliveries(
  transaction: Queryable,
  workspaceId: string,
  now: Date,
): Promise<void> {
  const pending = matches('webhook_deliveries', { workspace_id: workspaceId, status: 'pending' })
  await changeDeliveries(transaction, pending, {
    status: 'stopped',
    next_attempt_at: null,
    is_leased: false,
    finished_at: now,
  })
}

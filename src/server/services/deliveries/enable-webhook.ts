import { ServiceError } from '@/server/core/service-error'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'

/** Enables a disabled webhook, because resending manually retries it. @throws conflict */
export async function enableWebhook(
  transaction: Queryable,
  workspace: WorkspaceRow,
): Promise<void> {
  if (workspace.webhook_uri === null)
    throw new ServiceError('conflict', 'This workspace has no webhook URI: save one first')
  await transaction
    .updateTable('workspaces')
    .set({ webhook_disabled_at: null, webhook_failing_since: null })
    .where('id', '=', workspace.id)
    .execute()
}

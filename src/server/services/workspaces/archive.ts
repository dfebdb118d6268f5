import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { writing } from '@/server/core/writes/writing'
import { stopPendingDeliveries } from '@/server/notifications/stop-deliveries'
import { workspaceWithState } from './record'
import { saveRevision } from './save-revision'

/**
 * Archives a workspace: its tokens are refused, and nothing is sent to its webhook. Repeating it
 * changes nothing.
 * @throws not_found, access_denied, precondition_failed
 */
export async function archiveOrgWorkspace(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['archiveOrgWorkspace']>,
): Promise<Tagged<WorkspaceWithState>> {
  const { id } = params
  const allowed = { archived: true }
  const write = { operation: 'archiveOrgWorkspace', records: workspaces, id, allowed } as const
  const row = await writing(context, write, async (transaction, before) => {
    if (before.archived_at !== null) return { result: before }
    const now = context.clock()
    await stopPendingDeliveries(transaction, before.id, now)
    const columns = {
      archived_at: now,
      // Time spent archived does not count as a failure of its address.
      webhook_failing_since: null,
      // Tokens issued so far stay refused after the workspace is restored.
      token_generation: before.token_generation + 1,
    }
    const result = await saveRevision(transaction, before, columns, now)
    return { result, entries: [workspaceEntry(before)] }
  })
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}

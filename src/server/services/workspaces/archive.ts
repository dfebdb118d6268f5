import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { accessDenied } from '../../core/service-error'
import { stopPendingDeliveries } from '../../notifications/stop-deliveries'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { workspaceWithState, type WorkspaceWithState } from './record'
import { etagOf, type Tagged } from '../../core/etag'

/** Archives a workspace, so that its tokens are refused and nothing is sent to its webhook. Repeating it changes nothing. @throws not_found, access_denied, precondition_failed */
export async function archiveOrgWorkspace(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['archiveOrgWorkspace']>,
): Promise<Tagged<WorkspaceWithState>> {
  const row = await context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    checkPrecondition(context, before)
    if (before.archived_at !== null) return before
    if (before.is_read_only)
      throw accessDenied('This workspace is read-only: set isReadOnly to false before archiving it')
    await audit(context, transaction, {
      operation: 'archiveOrgWorkspace',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
    })
    const now = context.clock()
    await stopPendingDeliveries(transaction, before.id, now)
    return transaction
      .updateTable('workspaces')
      .set({
        archived_at: now,
        // Tokens that were issued until now stay refused when the workspace is restored.
        token_generation: before.token_generation + 1,
        revision: before.revision + 1,
        updated_at: now,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}

import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import type { Call } from '../../core/context'
import { accessDenied } from '../../core/service-error'
import { stopPendingDeliveries } from '../../notifications/stop-deliveries'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { etagOf, workspaceWithState, type Tagged, type WorkspaceWithState } from './record'

/** Archives a workspace, so that its tokens are refused and nothing is sent to its webhook. Repeating it changes nothing. @throws not_found, access_denied, precondition_failed */
export async function archiveOrgWorkspace(
  call: Call,
  { params }: ParsedRequestOf<Operations['archiveOrgWorkspace']>,
): Promise<Tagged<WorkspaceWithState>> {
  const row = await call.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(call, transaction, params.id, { forUpdate: true })
    checkPrecondition(call, before)
    if (before.archived_at !== null) return before
    if (before.is_read_only)
      throw accessDenied('This workspace is read-only: set isReadOnly to false before archiving it')
    await audit(call, transaction, {
      operation: 'archiveOrgWorkspace',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
    })
    const now = call.clock()
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
  return { answer: await workspaceWithState(call, row), etag: etagOf(row) }
}

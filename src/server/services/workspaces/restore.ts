import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Workspace } from '../../../contract/workspaces'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { emitEvents } from '../../notifications/emit-events'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { shownOnRestore, workspaceRecord } from './record'
import { etagOf, type Tagged } from '../../core/etag'

/** Makes an archived workspace active again; of one that is not archived it responses the record. @throws not_found */
export async function restoreOrgWorkspace(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreOrgWorkspace']>,
): Promise<Tagged<Workspace>> {
  const row = await context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    checkPrecondition(context, before)
    if (before.archived_at === null) return before
    await audit(context, transaction, {
      operation: 'restoreOrgWorkspace',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
    })
    const row = await transaction
      .updateTable('workspaces')
      .set({ archived_at: null, revision: before.revision + 1, updated_at: context.clock() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emitEvents(context, transaction, { workspaceId: before.id }, [
      {
        eventType: 'workspace.restored',
        data: { workspaceId: before.id, name: before.name, by: context.caller.name },
      },
    ])
    return row
  })
  return { response: shownOnRestore(await workspaceRecord(context, row)), etag: etagOf(row) }
}

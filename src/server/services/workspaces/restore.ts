import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Workspace } from '../../../contract/workspaces'
import { audit } from '../../core/audit'
import type { Call } from '../../core/context'
import { emitEvents } from '../../notifications/emit-events'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { etagOf, shownOnRestore, workspaceRecord, type Tagged } from './record'

/** Makes an archived workspace active again; of one that is not archived it answers the record. @throws not_found */
export async function restoreOrgWorkspace(
  call: Call,
  { params }: ParsedRequestOf<Operations['restoreOrgWorkspace']>,
): Promise<Tagged<Workspace>> {
  const row = await call.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(call, transaction, params.id, { forUpdate: true })
    checkPrecondition(call, before)
    if (before.archived_at === null) return before
    await audit(call, transaction, {
      operation: 'restoreOrgWorkspace',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
    })
    const row = await transaction
      .updateTable('workspaces')
      .set({ archived_at: null, revision: before.revision + 1, updated_at: call.clock() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emitEvents(call, transaction, { workspaceId: before.id }, [
      {
        eventType: 'workspace.restored',
        data: { workspaceId: before.id, name: before.name, by: call.caller.name },
      },
    ])
    return row
  })
  return { answer: shownOnRestore(await workspaceRecord(call, row)), etag: etagOf(row) }
}

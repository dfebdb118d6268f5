import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { Workspace } from '@/contract/workspaces'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { writing } from '@/server/core/writes/writing'
import { shownOnRestore, workspaceRecord } from './record'
import { saveRevision } from './save-revision'

/**
 * Restores an archived workspace. Repeating it changes nothing.
 * @throws not_found, precondition_failed
 */
export async function restoreOrgWorkspace(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreOrgWorkspace']>,
): Promise<Tagged<Workspace>> {
  const { id } = params
  const allowed = { readOnly: true, archived: true }
  const write = { operation: 'restoreOrgWorkspace', records: workspaces, id, allowed } as const
  const row = await writing(context, write, async (transaction, before) => {
    if (before.archived_at === null) return { result: before }
    const columns = { archived_at: null, webhook_failing_since: null }
    const result = await saveRevision(transaction, before, columns, context.clock())
    const data = { workspaceId: before.id, name: before.name, by: context.caller.name }
    return {
      result,
      entries: [workspaceEntry(before)],
      events: [{ workspaceId: before.id, eventType: 'workspace.restored', data }],
      recipient: result,
    }
  })
  return { response: shownOnRestore(await workspaceRecord(context, row)), etag: etagOf(row) }
}

import { operations, type OperationId } from '../../../contract/operations'
import { recordInHistory } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { findWorkspace, workspaceEntry } from '../../core/find-workspace'
import { OncePer } from './once-per'

/** Once an hour, because an operator who works in a workspace reads it constantly. */
const recorded = new OncePer(3_600_000)

/** Reads parameters of the path and of the query by name. */
interface Parameters {
  param(name: string): string | undefined
  query(name: string): string | undefined
}

/**
 * Records once an hour that an operator reads a workspace, with the first operation. Reads that
 * concern all workspaces or none are not recorded.
 */
export async function recordRead(
  context: RequestContext,
  operation: OperationId,
  request: Parameters,
): Promise<void> {
  const { caller, database } = context
  const isAboutOne = operations[operation].path.startsWith('/org-workspaces/{id}')
  const id = isAboutOne ? request.param('id') : request.query('workspaceId')
  if (id === undefined) return
  const { subject = caller.name, tokenId = '' } = caller.credential ?? {}
  await recorded.record([id, subject, tokenId], context.clock(), async () => {
    const workspace = await findWorkspace(context, database, id)
    const entry = { ...workspaceEntry(workspace), operation, outcome: 'read' as const }
    await recordInHistory(context, database, [entry])
  })
}

import { operations, type OperationId } from '../../../contract/operations'
import { recordInHistory } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { findWorkspace, workspaceEntry } from '../../core/find-workspace'
import { findApp } from '../apps/find'
import { findDelivery } from '../webhooks/find'
import { OncePer } from './once-per'

/** Once an hour, because an operator who works in a workspace reads it constantly. */
const recorded = new OncePer(3_600_000)

/** Reads parameters of the path and of the query by name. */
interface Parameters {
  param(name: string): string | undefined
  query(name: string): string | undefined
}

/** Returns the workspace that an operation concerns; undefined for all or none. */
async function concernedWorkspace(
  context: RequestContext,
  operation: OperationId,
  request: Parameters,
): Promise<string | null | undefined> {
  const { path } = operations[operation]
  const { database } = context
  if (path.startsWith('/org-workspaces/{id}')) return request.param('id')
  if (path === '/webhook-deliveries/{id}')
    return (await findDelivery(context, database, request.param('id') ?? '')).workspace_id
  if (path === '/external-apps/{idOrKeyOrUuid}')
    return (await findApp(context, database, request.param('idOrKeyOrUuid') ?? '')).workspace_id
  return request.query('workspaceId')
}

/**
 * Records once an hour that an operator reads a workspace, with the first operation. Writes return
 * what they leave, so one that changes nothing is a read. Reads that concern all workspaces or none
 * are not recorded.
 */
export async function recordRead(
  context: RequestContext,
  operation: OperationId,
  request: Parameters,
): Promise<void> {
  const { caller, database } = context
  if (context.recorded !== undefined && context.recorded.count > 0) return
  const id = await concernedWorkspace(context, operation, request)
  if (id === undefined || id === null) return
  const { subject = caller.name, tokenId = '' } = caller.credential ?? {}
  await recorded.record([id, subject, tokenId], context.clock(), async () => {
    const workspace = await findWorkspace(context, database, id)
    const entry = { ...workspaceEntry(workspace), operation, outcome: 'read' as const }
    await recordInHistory(context, database, [entry])
  })
}

import { v7 as uuid } from 'uuid'
import { operations, type OperationId } from '../../../contract/operations'
import type { Operation } from '../../../contract/operation'
import type { RequestContext } from '../../core/context'
import { findWorkspace } from '../../core/find-workspace'
import { OncePer } from './once-per'

/** An operator who works in a workspace reads it all the time. */
const recorded = new OncePer(3_600_000)

/** Records once an hour that an operator reads a workspace, with the first operation. */
export async function recordRead(
  context: RequestContext,
  operationId: OperationId,
  { params, query }: Record<'params' | 'query', Readonly<Record<string, string>>>,
): Promise<void> {
  const { method, path }: Operation = operations[operationId]
  const { caller, database } = context
  if (caller.role !== 'operator' || method !== 'GET') return
  const id = path.startsWith('/org-workspaces/{id}') ? params['id'] : query['workspaceId']
  if (id === undefined) return
  const { subject = caller.name, tokenId = '' } = caller.credential ?? {}
  const now = context.clock()
  if (!recorded.isFirst(JSON.stringify([id, subject, tokenId]), now)) return
  const workspace = await findWorkspace(context, database, id)
  await database
    .insertInto('audit_events')
    .values({
      id: uuid(),
      workspace_id: workspace.id,
      operation: operationId,
      subject_type: 'workspace',
      subject_id: workspace.id,
      subject_name: workspace.name,
      actor: JSON.stringify(caller),
      request_id: context.requestId,
      address: context.address ?? null,
      outcome: 'read',
      changes: '[]',
      created_at: now,
    })
    .execute()
}

import { validate as isUuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { WorkspaceRow } from '../store/schema'
import type { AuditRecord } from './audit'
import type { RequestContext } from './context'
import { etagOf } from './etag'
import { notFound, tokenRevoked } from './service-error'
import type { Resource } from './writing'

/**
 * Reads a workspace that the caller can access.
 * @param lock keeps other writers waiting until the transaction ends
 * @throws not_found, also for workspaces of other callers; not_authenticated when the token was
 * revoked after it was verified
 */
export async function findWorkspace(
  context: RequestContext,
  database: Queryable,
  id: string,
  { lock = false } = {},
): Promise<WorkspaceRow> {
  const { caller, workspaceToken, trail } = context
  const isReachable = caller.role === 'operator' || caller.workspaceId === id.toLowerCase()
  if (!isReachable || !isUuid(id)) throw notFound('workspace', id)
  const row = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('workspace', id)
  if (caller.role !== 'operator' && workspaceToken?.generation !== row.token_generation)
    throw tokenRevoked()
  trail.workspaces.add(row.id)
  return row
}

/** Workspaces, as `writing` takes them. */
export const workspaces: Resource<WorkspaceRow> = {
  name: 'workspace',
  lock: (context, transaction, id) => findWorkspace(context, transaction, id, { lock: true }),
  lockOwners: async (_transaction, workspace) => [workspace],
  etag: etagOf,
}

/** The history entry of a change to a workspace, without the changes. */
export function workspaceEntry({
  id,
  name,
}: Pick<WorkspaceRow, 'id' | 'name'>): Omit<AuditRecord, 'operation' | 'changes'> {
  return { workspaceId: id, subject: { type: 'workspace', id, name } }
}

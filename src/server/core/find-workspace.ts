import { validate as isUuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { RequestContext } from './context'
import { notFound, tokenRevoked } from './service-error'
import { assertFresh } from './precondition'
import { etagOf } from './etag'
import type { WorkspaceRow } from '../store/schema'

/**
 * The workspace of this id, if the caller reaches it; held against other writers inside a transaction.
 * @throws not_found, for another's workspace too; not_authenticated when the caller was evicted since
 * it was authenticated
 */
export async function findWorkspace(
  context: RequestContext,
  database: Queryable,
  id: string,
  { forUpdate = false } = {},
): Promise<WorkspaceRow> {
  const reaches = context.caller.role === 'operator' || context.caller.workspaceId === id
  if (!reaches || !isUuid(id)) throw notFound('workspace', id)
  const query = database.selectFrom('workspaces').selectAll().where('id', '=', id)
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) throw notFound('workspace', id)
  if (
    context.caller.role !== 'operator' &&
    context.workspaceToken?.generation !== row.token_generation
  )
    throw tokenRevoked()
  return row
}

/** @throws precondition_failed when `If-Match` names another state of the record than the present one */
export function checkPrecondition(context: RequestContext, row: WorkspaceRow): void {
  assertFresh(context, 'workspace', etagOf(row))
}

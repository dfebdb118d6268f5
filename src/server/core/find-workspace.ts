import { validate as isUuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { Call } from './context'
import { notFound, revoked } from './service-error'
import { refuseStale } from './precondition'
import { etagOf, type WorkspaceRow } from '../services/workspaces/record'

/**
 * The workspace of this id, if the caller reaches it; held against other writers inside a transaction.
 * @throws not_found, for another's workspace too; not_authenticated when the caller was evicted since
 * it was authenticated
 */
export async function findWorkspace(
  call: Call,
  database: Queryable,
  id: string,
  { forUpdate = false } = {},
): Promise<WorkspaceRow> {
  const reaches = call.caller.role === 'operator' || call.caller.workspaceId === id
  if (!reaches || !isUuid(id)) throw notFound('workspace', id)
  const query = database.selectFrom('workspaces').selectAll().where('id', '=', id)
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) throw notFound('workspace', id)
  if (call.caller.role !== 'operator' && call.workspaceToken?.generation !== row.token_generation)
    throw revoked()
  return row
}

/** @throws precondition_failed when `If-Match` names another state of the record than the present one */
export function checkPrecondition(call: Call, row: WorkspaceRow): void {
  refuseStale(call, 'workspace', etagOf(row))
}

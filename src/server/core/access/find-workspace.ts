import { validate as isUuid } from 'uuid'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'
import type { RequestContext } from '../context'
import { etagOf } from '../etag'
import { notFound, tokenRevoked } from '../service-error'
import type { HistorySubject } from '../writes/history'
import type { RecordKind } from '../writes/writing'
import type { VerifiedToken } from './caller'

/** Whether a token that was verified with this workspace would be accepted now. */
function isStillValid(token: VerifiedToken | undefined, row: WorkspaceRow): boolean {
  if (token?.generation !== row.token_generation) return false
  const { verifiedBy } = token
  if (verifiedBy === undefined) return true
  return 'jwksUri' in verifiedBy
    ? row.jwks_uri === verifiedBy.jwksUri
    : row.public_keys.some(
        ({ name, publicKey }) => name === verifiedBy.name && publicKey === verifiedBy.publicKey,
      )
}

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
  const { caller, verifiedToken, trail } = context
  const isReachable = caller.role === 'operator' || caller.workspaceId === id.toLowerCase()
  if (!isReachable || !isUuid(id)) throw notFound('workspace', id)
  const row = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('workspace', id)
  if (caller.role !== 'operator' && !isStillValid(verifiedToken, row)) throw tokenRevoked()
  trail.workspaces.add(row.id)
  return row
}

/** Workspaces, as `writing` takes them. */
export const workspaces: RecordKind<WorkspaceRow> = {
  name: 'workspace',
  lock: (context, transaction, id) => findWorkspace(context, transaction, id, { lock: true }),
  lockOwners: async (_transaction, workspace) => [workspace],
  etag: etagOf,
}

/** What the entry of a change to a workspace is about. */
export function workspaceEntry({ id, name }: Pick<WorkspaceRow, 'id' | 'name'>): HistorySubject {
  return { workspaceId: id, subject: { type: 'workspace', id, name } }
}

import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'
import { accessDenied, ServiceError } from '../service-error'

/** The state that determines whether a workspace accepts writes. */
export type WorkspaceState = Pick<WorkspaceRow, 'is_read_only' | 'archived_at'>

/** States of a workspace in which a write is allowed although other writes are refused. */
export interface AllowedStates {
  readOnly?: boolean
  archived?: boolean
}

/** @throws conflict for an archived workspace, access_denied for a read-only one */
export function assertWritable(
  { archived_at: archivedAt, is_read_only: isReadOnly }: WorkspaceState,
  allowed: AllowedStates = {},
): void {
  if (archivedAt !== null && allowed.archived !== true)
    throw new ServiceError('conflict', 'This workspace is archived: an operator can restore it')
  if (isReadOnly && allowed.readOnly !== true)
    throw accessDenied(
      'This workspace is read-only: set isReadOnly to false before changing anything in it',
    )
}

/**
 * Locks workspaces until the transaction ends, so that they become neither read-only nor archived
 * meanwhile. All writes lock in the same order, to prevent deadlocks.
 * @param ids null means the public catalog, which belongs to no workspace
 * @param exclusive makes other writes in these workspaces wait, so that counts stay correct
 */
export async function lockWorkspaces(
  transaction: Queryable,
  ids: readonly (string | null)[],
  { exclusive = false } = {},
): Promise<WorkspaceState[]> {
  const distinct = [...new Set(ids.filter((id) => id !== null))]
  if (distinct.length === 0) return []
  const query = transaction
    .selectFrom('workspaces')
    .select(['is_read_only', 'archived_at'])
    .where(matches('workspaces', { id: distinct }))
    .orderBy('id')
  return (exclusive ? query.forNoKeyUpdate() : query.forShare()).execute()
}

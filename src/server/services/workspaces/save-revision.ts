import type { Updateable } from 'kysely'
import type { Queryable } from '@/server/store/database'
import type { Tables, WorkspaceRow } from '@/server/store/schema'

/** Saves columns of a workspace as its next revision, which has another ETag. */
export function saveRevision(
  transaction: Queryable,
  before: WorkspaceRow,
  columns: Updateable<Tables['workspaces']>,
  now: Date,
): Promise<WorkspaceRow> {
  return transaction
    .updateTable('workspaces')
    .set({ ...columns, revision: before.revision + 1, updated_at: now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

import type { Queryable } from '../store/database'
import type { RequestContext } from './context'
import { accessDenied, ServiceError } from './service-error'

/** The workspace that a workspace-level or tenant token belongs to. @throws access_denied for operators, who name theirs. */
export function workspaceOf(context: RequestContext): string {
  if (context.caller.role === 'operator') {
    throw accessDenied(
      'An operator token belongs to no workspace: use a token of the workspace in question',
    )
  }
  return context.caller.workspaceId
}

/** Whether the caller may have the secret of the workspace, and issue tokens: a token that the server issued gives neither. */
export function holdsSecret({ caller, workspaceToken }: RequestContext): boolean {
  return caller.role === 'operator' || workspaceToken?.isIssued === false
}

/**
 * Refuses a write while the workspace is read-only, and holds its row so that it cannot become so
 * before the transaction ends. `alone`: other such writes wait too, so that what this one found free stays free.
 * @throws access_denied, conflict
 */
export async function assertWritable(
  database: Queryable,
  workspaceId: string,
  { alone = false } = {},
): Promise<void> {
  const held = database
    .selectFrom('workspaces')
    .select(['is_read_only', 'archived_at'])
    .where('id', '=', workspaceId)
  const row = await (alone ? held.forNoKeyUpdate() : held.forShare()).executeTakeFirst()
  if (row === undefined || row.archived_at !== null)
    throw new ServiceError('conflict', 'This workspace is archived: an operator can restore it')
  if (row.is_read_only)
    throw accessDenied(
      'This workspace is read-only: set isReadOnly to false before changing anything in it',
    )
}

/**
 * Refuses a write in several workspaces while one of them is read-only or archived. What belongs to
 * none, as public apps do, is left out. They are locked in one order, so that no two writes wait
 * for each other.
 * @throws access_denied, conflict
 */
export async function assertAllWritable(
  database: Queryable,
  workspaceIds: readonly (string | null)[],
  options: { alone?: boolean } = {},
): Promise<void> {
  const distinct = new Set(workspaceIds.filter((id) => id !== null))
  for (const id of [...distinct].toSorted()) await assertWritable(database, id, options)
}

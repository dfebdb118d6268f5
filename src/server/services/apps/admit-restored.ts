import type { Queryable } from '../../store/database'
import { assertAllWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { admitElements } from '../../limits/admit-creation'

/**
 * Refuses to restore apps where they could not be created: in a workspace that is read-only or
 * archived, or has no room for them. `workspaceIds` has one entry for each app, null for public ones.
 * @throws access_denied, conflict, rate_limit_exceeded
 */
export async function admitRestored(
  context: RequestContext,
  transaction: Queryable,
  workspaceIds: readonly (string | null)[],
): Promise<void> {
  await assertAllWritable(transaction, workspaceIds, { alone: true })
  const counts = new Map<string, number>()
  for (const id of workspaceIds) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const [id, count] of counts) await admitElements(context, transaction, id, count)
}

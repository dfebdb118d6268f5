import type { RequestContext } from '@/server/core/context'
import { admitElements } from '@/server/limits/admit-creation'
import type { Queryable } from '@/server/store/database'
import type { AppItemRow } from './record'

/**
 * Refuses to restore apps to workspaces that have no room for them. Call it while these workspaces
 * are locked exclusively.
 * @throws rate_limit_exceeded
 */
export async function admitRestored(
  context: RequestContext,
  transaction: Queryable,
  apps: readonly AppItemRow[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { workspace_id: id } of apps)
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const [id, count] of counts) await admitElements(context, transaction, id, count)
}

import type { RequestContext } from '@/server/core/context'
import type { Attempt } from '@/server/core/ports/usage-log'
import { admitElements } from '@/server/limits/admit-creation'
import type { Queryable } from '@/server/store/database'
import type { AppItemRow } from './record'

/**
 * Refuses to restore apps to workspaces that have no room for them. Call it while these workspaces
 * are locked exclusively.
 * @returns the uses to count once the transaction is committed
 * @throws rate_limit_exceeded
 */
export async function admitRestored(
  context: RequestContext,
  transaction: Queryable,
  apps: readonly AppItemRow[],
): Promise<Attempt[]> {
  const counts = new Map<string, number>()
  for (const { workspace_id: id } of apps)
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  const uses: Attempt[] = []
  for (const [id, count] of counts) uses.push(await admitElements(context, transaction, id, count))
  return uses
}

import type { Queryable } from '../../store/database'
import type { RequestContext } from '../../core/context'
import { emitEvents } from '../../notifications/emit-events'
import type { AppRow } from './record'

/** Tells the workspaces whose own apps were archived. Public apps belong to none. */
export async function emitArchived(
  context: RequestContext,
  transaction: Queryable,
  apps: readonly AppRow[],
): Promise<void> {
  const byWorkspace = new Map<string, AppRow[]>()
  for (const app of apps)
    if (app.workspace_id !== null)
      byWorkspace.set(app.workspace_id, [...(byWorkspace.get(app.workspace_id) ?? []), app])
  for (const [workspaceId, own] of byWorkspace) {
    const events = own.map(({ id, uuid, key, name }) => ({
      eventType: 'app.archived',
      data: { id, uuid, key, name, by: context.caller.name },
    }))
    await emitEvents(context, transaction, { workspaceId }, events)
  }
}

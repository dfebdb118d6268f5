import type { RequestContext } from '@/server/core/context'
import type { Event } from '@/server/core/writes/emit-events'
import type { AppItemRow } from './record'

/**
 * Returns the events of archived apps. Public apps have none, because they belong to no workspace.
 */
export function archivedEvents({ caller }: RequestContext, apps: readonly AppItemRow[]): Event[] {
  return apps.flatMap(({ id, uuid, key, name, workspace_id: workspaceId }) =>
    workspaceId === null
      ? []
      : {
          workspaceId,
          eventType: 'app.archived',
          data: { id, uuid, key, name, by: caller.name },
        },
  )
}

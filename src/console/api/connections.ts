import { connectionOperations } from '@/contract/connections'
import { responseQuery, pagesQuery } from './queries'

const pageSize = 100

/** Returns the query of the connections that match a search, archived ones included. */
export function connectionsQuery(workspaceId: string, search: string) {
  return pagesQuery(connectionOperations.listConnections, workspaceId, (cursor) => ({
    query: {
      limit: pageSize,
      cursor,
      search: search === '' ? undefined : search,
      includeArchived: true,
    },
  }))
}

/** Returns the query of a connection's configuration, which has no credentials. */
export function exportQuery(workspaceId: string, selector: string) {
  return responseQuery(connectionOperations.exportConnection, workspaceId, {
    params: { id: selector },
  })
}

const maxUsingConnections = 50

/** Returns the query of the first live connections to an app, or through a connector. */
export function usingConnectionsQuery(
  workspaceId: string,
  used: { externalAppId: string } | { connectorId: string },
) {
  return responseQuery(connectionOperations.listConnections, workspaceId, {
    query: { ...used, limit: maxUsingConnections },
  })
}

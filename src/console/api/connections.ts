import { answerQuery, pagesQuery } from './queries'

const pageSize = 100

export function connectionsQuery(workspaceId: string, search: string) {
  return pagesQuery('listConnections', workspaceId, (cursor) => ({ query: { limit: pageSize, cursor, search: search === '' ? undefined : search, includeArchived: true } }))
}

export function exportQuery(workspaceId: string, selector: string) {
  return answerQuery('exportConnection', workspaceId, { params: { id: selector } })
}

import { actionOperations } from '@/contract/actions'
import { responseQuery, pagesQuery } from './queries'

const pageSize = 100

/** Returns the query of the actions that match a search, page by page. */
export function actionsQuery(workspaceId: string, search: string) {
  return pagesQuery(actionOperations.listActions, workspaceId, (cursor) => ({
    query: { limit: pageSize, cursor, search: search === '' ? undefined : search },
  }))
}

/** Returns the query of one action by its id or key. */
export function actionQuery(workspaceId: string, selector: string) {
  return responseQuery(actionOperations.getAction, workspaceId, { params: { selector } })
}

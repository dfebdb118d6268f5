import { actionOperations } from '../../contract/actions'
import { responseQuery, pagesQuery } from './queries'

const pageSize = 100

export function actionsQuery(workspaceId: string, search: string) {
  return pagesQuery(actionOperations.listActions, workspaceId, (cursor) => ({
    query: { limit: pageSize, cursor, search: search === '' ? undefined : search },
  }))
}

export function actionQuery(workspaceId: string, selector: string) {
  return responseQuery(actionOperations.getAction, workspaceId, { params: { selector } })
}

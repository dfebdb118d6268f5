import { historyOperations, type Outcome } from '../../contract/history'
import { pagesQuery } from './queries'

const pageSize = 50

export interface HistoryFilter {
  operation?: string | undefined
  actor?: string | undefined
  path?: string | undefined
  outcome?: Outcome | undefined
  from?: string | undefined
  to?: string | undefined
}

export function historyQuery(workspaceId: string, filter: HistoryFilter) {
  return pagesQuery(historyOperations.listAuditEvents, workspaceId, (cursor) => ({ query: { limit: pageSize, cursor, workspaceId, ...filter } }))
}

import { queryOptions } from '@tanstack/react-query'
import { historyOperations, type AuditEvent, type Outcome } from '../../contract/history'
import { maxPageSize } from '../../contract/pagination'
import { call } from './client'
import { eachPage, fetchAllItems, keyOf, pagesQuery } from './queries'

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
  return pagesQuery(historyOperations.listAuditEvents, workspaceId, (cursor) => ({
    query: { limit: pageSize, cursor, workspaceId, ...filter },
  }))
}

/** All entries that pass a filter. */
export function fetchAllEvents(workspaceId: string, filter: HistoryFilter): Promise<AuditEvent[]> {
  return fetchAllItems(
    async (cursor) =>
      (
        await call(historyOperations.listAuditEvents, {
          query: { limit: maxPageSize, cursor, workspaceId, ...filter },
        })
      ).response,
  )
}

/** One entry, wherever in the history it stands; null where it is not there. The interface reads entries only in lists. */
export function eventQuery(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(historyOperations.listAuditEvents, workspaceId), 'entry', id],
    queryFn: async ({ signal }): Promise<AuditEvent | null> => {
      const pages = eachPage(
        async (cursor) =>
          (
            await call(
              historyOperations.listAuditEvents,
              { query: { limit: maxPageSize, cursor, workspaceId } },
              { signal },
            )
          ).response,
      )
      for await (const items of pages) {
        const found = items.find((event) => event.id === id)
        if (found !== undefined) return found
      }
      return null
    },
  })
}

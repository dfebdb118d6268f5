import { queryOptions, useQuery } from '@tanstack/react-query'
import { historyOperations, type AuditEvent, type Outcome } from '../../contract/history'
import { maxPageSize } from '../../contract/pagination'
import { call, downloadResponse } from './client'
import { eachPage, fetchAllItems, keyOf, pagesQuery, responseQuery } from './queries'
import { extensionsQuery } from './workspaces'

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

/** Lists the changes that were made, newest first. */
export function latestChangesQuery(workspaceId: string) {
  return historyQuery(workspaceId, { outcome: 'done' })
}

/** Reads all entries that match a filter. */
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

/** Downloads all entries that match a filter, one JSON object per line. @throws ApiError */
export function exportHistory(workspaceId: string, filter: HistoryFilter): Promise<Blob> {
  const query = { workspaceId, ...filter }
  return downloadResponse(historyOperations.exportAuditEvents, { query })
}

/**
 * Finds an entry by its id, page by page, since the interface only lists entries; null if missing.
 */
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

/** How many of the latest entries are searched for who made a change. */
const searchedEntries = 20

/**
 * Returns who changed one of the members last.
 * @param paths undefined to look for nobody
 */
export function useLastEditor(
  workspaceId: string,
  paths: readonly string[] | undefined,
): string | undefined {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data } = useQuery({
    ...responseQuery(historyOperations.listAuditEvents, workspaceId, {
      query: { workspaceId, outcome: 'done', limit: searchedEntries },
    }),
    staleTime: 0,
    enabled: hasExtensions === true && paths !== undefined,
  })
  return data?.response.items.find(({ changes }) =>
    changes.some(({ path }) => paths?.some((mine) => mine === path || mine.startsWith(`${path}.`))),
  )?.actor.name
}

/**
 * Returns the entry that last changed a member of the workspace.
 * @param path undefined to look for nothing
 */
export function useLastChange(
  workspaceId: string,
  path: string | undefined,
): AuditEvent | undefined {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data } = useQuery({
    ...responseQuery(historyOperations.listAuditEvents, workspaceId, {
      query: { workspaceId, path, outcome: 'done', limit: 1 },
    }),
    enabled: hasExtensions === true && path !== undefined,
  })
  return path === undefined ? undefined : data?.response.items[0]
}

const noEvents: readonly AuditEvent[] = []

/** Returns the entries that changed members whose names begin with a limit's, newest first. */
export function useLimitEvents(workspaceId: string, limit: string): readonly AuditEvent[] {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return (
    useQuery({
      queryKey: [...keyOf(historyOperations.listAuditEvents, workspaceId), 'limit', limit],
      queryFn: async () => {
        const [own, operators] = await Promise.all(
          ['limits', 'operatorLimits'].map((member) =>
            fetchAllEvents(workspaceId, { path: `${member}.${limit}`, outcome: 'done' }),
          ),
        )
        const ids = new Set(own?.map(({ id }) => id))
        return [...(own ?? []), ...(operators ?? []).filter(({ id }) => !ids.has(id))].sort(
          (one, other) => other.createdAt.localeCompare(one.createdAt),
        )
      },
      enabled: hasExtensions === true,
    }).data ?? noEvents
  )
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { historyOperations, type AuditEvent, type Outcome } from '@/contract/history'
import type { OperationId } from '@/contract/operations'
import { maxPageSize } from '@/contract/pagination'
import type { Workspace } from '@/contract/workspaces'
import { downloadResponse, responseOf } from './client'
import { appendOnly, eachPage, fetchAllItems, keyOf, pagesQuery, responseQuery } from './queries'
import { useHasExtensions } from './workspaces'

/** Few entries at first, then many: an archive of hundreds of apps has one for each. */
const pageSizes = { first: 50, next: 500 }

export interface HistoryFilter {
  operation?: string | undefined
  actor?: string | undefined
  path?: string | undefined
  outcome?: Outcome | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Reads a page of the entries that match a filter, newest first. */
function readEvents(
  workspaceId: string,
  query: HistoryFilter & { limit: number; cursor?: string | undefined },
  signal?: AbortSignal,
) {
  return responseOf(
    historyOperations.listAuditEvents,
    { query: { workspaceId, ...query } },
    { workspaceId, signal },
  )
}

/** Returns the query of the entries that match a filter, newest first. */
export function historyQuery(workspaceId: string, filter: HistoryFilter) {
  return pagesQuery(historyOperations.listAuditEvents, workspaceId, (cursor) => ({
    query: {
      limit: cursor === undefined ? pageSizes.first : pageSizes.next,
      cursor,
      workspaceId,
      ...filter,
    },
  }))
}

/**
 * Returns the list of the entries that match a filter, newest first, as `useListPage` takes it.
 * Entries don't change, so only its start is read again, however many are loaded.
 */
export function historyList(workspaceId: string, filter: HistoryFilter) {
  return {
    pages: { ...historyQuery(workspaceId, filter), ...appendOnly },
    readHead: () => readEvents(workspaceId, { limit: pageSizes.first, ...filter }),
  }
}

/** Returns the query of the changes that were made, newest first. */
export function latestChangesQuery(workspaceId: string) {
  return historyQuery(workspaceId, { outcome: 'done' })
}

/** Reads all entries that match a filter. */
export function fetchAllEvents(
  workspaceId: string,
  filter: HistoryFilter,
  signal?: AbortSignal,
): Promise<AuditEvent[]> {
  return fetchAllItems((cursor) =>
    readEvents(workspaceId, { limit: maxPageSize, cursor, ...filter }, signal),
  )
}

/** Downloads all entries that match a filter, one JSON object per line. @throws ApiError */
export function exportHistory(workspaceId: string, filter: HistoryFilter): Promise<Blob> {
  const query = { workspaceId, ...filter }
  return downloadResponse(historyOperations.exportAuditEvents, { query })
}

/**
 * Returns the query of an entry by its id; null if missing. It looks page by page, since the API
 * only lists entries.
 */
export function eventQuery(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(historyOperations.listAuditEvents, workspaceId), 'entry', id],
    queryFn: async ({ signal }): Promise<AuditEvent | null> => {
      const pages = eachPage((cursor) =>
        readEvents(workspaceId, { limit: maxPageSize, cursor }, signal),
      )
      for await (const items of pages) {
        const found = items.find((event) => event.id === id)
        if (found !== undefined) return found
      }
      return null
    },
    ...appendOnly,
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
  const hasExtensions = useHasExtensions()
  const { data } = useQuery({
    ...responseQuery(historyOperations.listAuditEvents, workspaceId, {
      query: { workspaceId, outcome: 'done', limit: searchedEntries },
    }),
    staleTime: 0,
    enabled: hasExtensions && paths !== undefined,
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
  const hasExtensions = useHasExtensions()
  const { data } = useQuery({
    queryKey: [...keyOf(historyOperations.listAuditEvents, workspaceId), 'last', path],
    queryFn: async ({ signal }): Promise<AuditEvent | null> => {
      const pages = eachPage((cursor) =>
        readEvents(workspaceId, { path, outcome: 'done', limit: 1, cursor }, signal),
      )
      for await (const [latest] of pages) if (latest !== undefined) return latest
      return null
    },
    enabled: hasExtensions && path !== undefined,
  })
  return data ?? undefined
}

const noEvents: readonly AuditEvent[] = []

/** The members with limits. With the operation, their changes are found in a long history. */
const limitChanges = [
  { member: 'limits', operation: 'updateOrgWorkspace' },
  { member: 'operatorLimits', operation: 'setOperatorLimits' },
] as const satisfies readonly { member: keyof Workspace; operation: OperationId }[]

/** Returns the entries that changed members whose names begin with a limit's, newest first. */
export function useLimitEvents(
  workspaceId: string,
  limit: string,
): { events: readonly AuditEvent[]; isUnreadable: boolean } {
  const hasExtensions = useHasExtensions()
  const query = useQuery({
    queryKey: [...keyOf(historyOperations.listAuditEvents, workspaceId), 'limit', limit],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        limitChanges.map(({ member, operation }) => {
          const filter = { path: `${member}.${limit}`, operation, outcome: 'done' } as const
          return fetchAllEvents(workspaceId, filter, signal)
        }),
      )
      // An entry that changed both is in both lists.
      const events = new Map(lists.flat().map((event) => [event.id, event]))
      return [...events.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    },
    retry: false,
    enabled: hasExtensions,
  })
  return { events: query.data ?? noEvents, isUnreadable: query.isLoadingError }
}

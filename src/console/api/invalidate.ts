import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/** Whether a list keeps its start up to date by itself, and has more pages than that. */
function hasLaterPages({ meta, state: { data } }: Query): boolean {
  if (meta?.['readsHead'] !== true || typeof data !== 'object' || data === null) return false
  return 'pages' in data && Array.isArray(data.pages) && data.pages.length > 1
}

/**
 * Makes queries stale and repeats those in use. One that is being read for the first time is
 * repeated when its response has arrived, because that may be from before the change: React Query
 * repeats no request in flight of a query without data. What is in use and only appended to stays.
 * @param isByOthers whether others made the change, who may make many: then a list of several pages
 * is not repeated at once, which takes a request for each
 */
export async function invalidate(
  client: QueryClient,
  filters: Omit<InvalidateQueryFilters, 'predicate'> = {},
  isByOthers = false,
): Promise<void> {
  const cache = client.getQueryCache()
  const underway = new Set<Query>(
    cache
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined),
  )
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event
    const isRead = event.type === 'updated' && event.action.type === 'success'
    const isEnded = event.type === 'updated' && query.state.fetchStatus === 'idle'
    if ((isRead || isEnded || event.type === 'removed') && underway.delete(query) && isRead)
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (underway.size === 0) unsubscribe()
  })
  if (underway.size === 0) unsubscribe()
  const waits = (query: Query) => isByOthers && hasLaterPages(query)
  await client.invalidateQueries({ ...filters, predicate: waits, refetchType: 'none' })
  await client.invalidateQueries({
    ...filters,
    predicate: (query) =>
      !waits(query) && (query.meta?.['isAppendOnly'] !== true || !query.isActive()),
  })
}

import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/** Whether a list keeps its start up to date by itself, and has more pages than that. */
function hasLaterPages({ meta, state: { data } }: Query): boolean {
  if (meta?.readsHead !== true || typeof data !== 'object' || data === null) return false
  return 'pages' in data && Array.isArray(data.pages) && data.pages.length > 1
}

/** Whether a request for the next page of a list is on its way. Reading the list would drop it. */
function isLoadingMore({ state: { fetchStatus, fetchMeta } }: Query): boolean {
  return fetchStatus === 'fetching' && fetchMeta?.fetchMore !== undefined
}

/** Whether a page shows a list that is not read again, as entries are only added to it. */
function isShownAppendOnly(query: Query): boolean {
  return query.meta?.isAppendOnly === true && query.isActive()
}

/**
 * Makes queries stale and reads those in use again, except append-only ones. A query that is being
 * read for the first time is read again after its response, which may be from before the change:
 * React Query does not repeat the first request of a query. So is a list that loads its next page.
 * @param isByOthers whether others made the change. They may make many, so a list of several pages,
 * which takes a request for each, is not read again at once
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
      .filter(
        (query) =>
          query.state.data === undefined || (isLoadingMore(query) && !isShownAppendOnly(query)),
      ),
  )
  const waits = (query: Query) => isByOthers && hasLaterPages(query)
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event
    const isRead = event.type === 'updated' && event.action.type === 'success'
    const isEnded = event.type === 'updated' && query.state.fetchStatus === 'idle'
    const hasEnded = (isRead || isEnded || event.type === 'removed') && underway.delete(query)
    // The next page of a list may have failed, and the list is still from before the change.
    if (hasEnded && event.type !== 'removed' && query.state.data !== undefined)
      void client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
        refetchType: waits(query) ? 'none' : 'active',
      })
    if (underway.size === 0) unsubscribe()
  })
  if (underway.size === 0) unsubscribe()
  await client.invalidateQueries({ ...filters, predicate: waits, refetchType: 'none' })
  await client.invalidateQueries({
    ...filters,
    predicate: (query) => !waits(query) && !isLoadingMore(query) && !isShownAppendOnly(query),
  })
}

import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/**
 * Makes queries stale and repeats those in use. One that is being read for the first time is
 * repeated when its response has arrived, because that may be from before the change: React Query
 * repeats no request in flight of a query without data. What is in use and only appended to stays.
 */
export async function invalidate(
  client: QueryClient,
  filters: Omit<InvalidateQueryFilters, 'predicate'> = {},
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
  await client.invalidateQueries({
    ...filters,
    predicate: (query) => query.meta?.['isAppendOnly'] !== true || !query.isActive(),
  })
}

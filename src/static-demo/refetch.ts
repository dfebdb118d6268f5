import type { QueryClient } from '@tanstack/react-query'

/**
 * Repeats all requests of the console: those with a response at once, those in flight when their
 * response arrives, because it may be a stored one.
 */
export function refetch(client: QueryClient): void {
  const cache = client.getQueryCache()
  const underway = new Set(
    cache.findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined }),
  )
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && underway.delete(event.query))
      void client.invalidateQueries({ queryKey: event.query.queryKey, exact: true })
    if (underway.size === 0) unsubscribe()
  })
  void client.invalidateQueries({ predicate: ({ state }) => state.data !== undefined })
}

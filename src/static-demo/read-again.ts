import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again what the console has read, and what it is reading once that has arrived: a response
 * that was kept may still be on its way.
 */
export function readAgain(client: QueryClient): void {
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

import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * Keeps the error of what is shown without data while it is read again. By default the error is
 * gone for that moment, and with it the alert that has the focus on its "Try again". What was not
 * shown since its error starts without one.
 */
export function keepErrors(cache: QueryCache): void {
  const errors = new WeakMap<Query, Error>()
  cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'observerAdded' && query.getObserversCount() === 1) errors.delete(query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'error') errors.set(query, action.error)
    if (action.type === 'success' || action.type === 'setState') errors.delete(query)
    if (action.type !== 'fetch' || query.state.data !== undefined) return
    const error = errors.get(query)
    if (error !== undefined) query.setState({ status: 'error', error })
  })
}

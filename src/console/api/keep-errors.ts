import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * Keeps the error of what is shown without data while it is read again. By default the error is
 * gone for that moment, and with it the alert that has the focus on its "Try again". What is not
 * shown, or was not since its error, starts without one.
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
    const isReadAgain = action.type === 'fetch' && query.state.data === undefined
    const error = errors.get(query)
    // With the error, a component that suspends would be rendered without data.
    const suspends = query.observers.some(({ options }) => options.suspense === true)
    if (isReadAgain && query.getObserversCount() > 0 && !suspends && error !== undefined)
      query.setState({ status: 'error', error })
  })
}

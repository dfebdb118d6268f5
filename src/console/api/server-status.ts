import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore, useStore } from '@/console/browser/store'
import { currentSession } from '@/console/session/current-session'
import { toApiError } from './api-error'
import { invalidate } from './invalidate'
import { queryClient } from './query-client'
import { isWatching } from './watching'

const checkMilliseconds = 1500
const maxCheckMilliseconds = 1500

const isReachable = createStore(true)

function setReachable(next: boolean): void {
  // Data shown during the outage may be outdated.
  if (next && !isReachable.get()) void invalidate(queryClient)
  isReachable.set(next)
}

/** Checks whether the server responds at all. */
export async function checkServer(): Promise<void> {
  const session = currentSession()
  if (session === undefined) return
  const signal = AbortSignal.timeout(maxCheckMilliseconds)
  const ping = (mode: 'cors' | 'no-cors') =>
    fetch(`${session.baseUrl}/health`, { mode, cache: 'no-store', signal })
  try {
    // The 404 of an engine without this address may be for its own origin only.
    await ping('cors').catch(() => ping('no-cors'))
    setReachable(true)
  } catch (error) {
    // A slow server is not an unreachable one.
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) setReachable(false)
  }
}

/** Checks the server after a request that got no response. */
function checkAfterFailure(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): void {
  if (event.type !== 'updated' || !('error' in event.action)) return
  if (toApiError(event.action.error).isOffline) void checkServer()
}

/**
 * Whether the server responds, checked while the page is visible. While the stream of changes is
 * open, the server is taken to respond, unless the browser has no network. It is checked at once
 * when the stream ends, or when a request gets no response: a connection can be lost unnoticed.
 */
export function useIsServerReachable(): boolean {
  useEffect(() => {
    const check = () => {
      const isKnown = isWatching.get() && isReachable.get() && navigator.onLine
      if (document.visibilityState === 'visible' && !isKnown) void checkServer()
    }
    const timer = setInterval(check, checkMilliseconds)
    const unsubscribe = [
      isWatching.subscribe(check),
      queryClient.getQueryCache().subscribe(checkAfterFailure),
      queryClient.getMutationCache().subscribe(checkAfterFailure),
    ]
    return () => {
      clearInterval(timer)
      unsubscribe.forEach((stop) => stop())
    }
  }, [])
  return useStore(isReachable)
}

import { useEffect, useSyncExternalStore } from 'react'
import { currentSession } from '../session/current-session'
import { queryClient } from './query-client'

const checkMilliseconds = 1500
const maxCheckMilliseconds = 1500

let reachable = true
const listeners = new Set<() => void>()

function setReachable(next: boolean): void {
  if (reachable === next) return
  reachable = next
  // Data shown during the outage may be outdated.
  if (next) void queryClient.invalidateQueries()
  for (const listener of listeners) listener()
}

/** Checks whether the server responds at all. */
export async function checkServer(): Promise<void> {
  const session = currentSession()
  if (session === undefined || !navigator.onLine) return
  try {
    await fetch(`${session.baseUrl}/health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(maxCheckMilliseconds),
    })
    setReachable(true)
  } catch (error) {
    // A slow server is not an unreachable one.
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) setReachable(false)
  }
}

/** Whether the server responds, checked while the page is visible. */
export function useIsServerReachable(): boolean {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void checkServer()
    }, checkMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => reachable,
  )
}

import { serverTime } from '@/console/browser/server-time'
import { createStore } from '@/console/browser/store'
import type { Change } from '@/contract/changes'

/** How often lists are polled while the server sends notices of their changes. */
const watchedPollMilliseconds = 30_000
/** How long a change by someone else counts as recent. */
const newsMilliseconds = 60_000
const maxRemembered = 200

/** Whether the server sends notices of changes now, over a stream that is open. */
export const isWatching = createStore(false)

const ownRequests = new Set<string>()
const lastChanges = new Map<string, Change>()

/** Returns the polling interval of a list: longer while the server sends notices of its changes. */
export function pollUnlessWatching(milliseconds: number): () => number {
  return () => (isWatching.get() ? Math.max(milliseconds, watchedPollMilliseconds) : milliseconds)
}

/** Remembers a write of this tab, whose notice can be ignored. */
export function rememberOwnWrite(requestId: string | undefined): void {
  if (requestId === undefined) return
  ownRequests.add(requestId)
  for (const oldest of ownRequests) {
    if (ownRequests.size <= maxRemembered) return
    ownRequests.delete(oldest)
  }
}

/** Whether a change is a write of this tab. */
export function isOwnWrite({ requestId }: Change): boolean {
  return requestId !== undefined && ownRequests.has(requestId)
}

/** Remembers that someone else changed a record. */
export function rememberChange(recordId: string, change: Change): void {
  lastChanges.set(recordId, change)
}

/** Returns who has just changed a workspace or a connector, where that is known. */
export function findRecentEditor(recordId: string): string | undefined {
  const change = lastChanges.get(recordId)
  const isRecent =
    change !== undefined && Date.parse(change.changedAt) > serverTime() - newsMilliseconds
  return isRecent ? change.by : undefined
}

import { toApiError, type ApiError } from '@/console/api/api-error'
import { archiveApp } from '@/console/api/apps'
import { pause } from '@/console/browser/pause'
import { identify, type FindApp } from './archive-run'
import { forEachConcurrently } from './for-each-concurrently'
import { reasonOf, type ShownItem } from './outcomes'
import type { RunEvent } from './run-state'

const longestWaitSeconds = 60

/** The requests of a run from a start of it until it has tried all apps or is stopped. */
interface Turn {
  workspaceId: string
  /** How many turns of the run there are with this one. */
  number: number
  /** Aborted to stop the turn; what is already sent gets its result. */
  stop: AbortController
  findApp: FindApp
  onEvent: (event: RunEvent) => void
}

/**
 * Archives apps one by one, a few at a time. Waits after a 429 and stops when no response comes or
 * the session has expired.
 * @param apps the selectors of each app
 */
export async function archiveInTurn(
  apps: readonly (readonly string[])[],
  turn: Turn,
): Promise<void> {
  const { number, stop, onEvent } = turn
  await forEachConcurrently(apps, async (selectors) => {
    const [selector] = selectors
    if (stop.signal.aborted || selector === undefined) return
    const item = await archive(selector, turn)
    if (item !== undefined) onEvent({ type: 'tried', turn: number, selectors, item })
  })
  onEvent({ type: 'ended', turn: number })
}

/** Archives an app. Returns undefined if the turn was stopped before the result. */
async function archive(selector: string, turn: Turn): Promise<ShownItem | undefined> {
  const { stop, findApp, onEvent } = turn
  try {
    await send(selector, turn)
    return { ...identify(selector, findApp), outcome: 'archived' }
  } catch (thrown) {
    const error = toApiError(thrown)
    // The other requests would fail too.
    if (error.isOffline || error.isUnauthorized) stop.abort()
    if (error.status !== 429) return refusedItem(selector, error, findApp)
    const seconds = Math.min(error.facts.retryAfter ?? 1, longestWaitSeconds)
    onEvent({ type: 'held', seconds })
    await pause(seconds * 1000, stop.signal)
    onEvent({ type: 'held', seconds: undefined })
    return stop.signal.aborted ? undefined : archive(selector, turn)
  }
}

async function send(selector: string, { workspaceId, onEvent }: Turn): Promise<void> {
  onEvent({ type: 'sent' })
  try {
    await archiveApp(workspaceId, selector)
  } finally {
    onEvent({ type: 'responded' })
  }
}

/** Returns the result for an app that the engine did not archive. */
function refusedItem(selector: string, error: ApiError, findApp: FindApp): ShownItem {
  const item = identify(selector, findApp)
  if (error.isForbidden && findApp(selector)?.isReadOnly === true)
    return { ...item, outcome: 'read_only' }
  // The reason is the engine's: a public app, or a read-only workspace.
  const outcome = error.isMissing ? 'not_found' : error.isForbidden ? 'refused' : 'failed'
  return { ...item, outcome, reason: reasonOf(error) }
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import { archiveApp, useInvalidateApps } from '@/console/api/apps'
import { pause } from '@/console/browser/pause'
import type { App } from '@/contract/apps'
import {
  appFinder,
  appsOf,
  identify,
  sheetOf,
  storedRun,
  storeRun,
  waitingIn,
  withResult,
  type ArchiveRun,
  type FindApp,
} from './archive-run'
import { forEachConcurrently } from './for-each-concurrently'
import { reasonOf, type GivenNames, type ShownItem } from './outcomes'

const longestWaitSeconds = 60

/** Returns the interrupted run of a list if there is one, else a new one. */
function begin(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
): ArchiveRun {
  const stored = storedRun(workspaceId)
  const isSame =
    stored !== undefined &&
    stored.selectors.length === selectors.length &&
    stored.selectors.every((selector, index) => selector === selectors[index])
  return isSame ? stored : { selectors: [...selectors], names, results: [] }
}

/** Keeps a run in the tab until every app was tried or the run is cancelled. */
function useStoredRun(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
  isCancelled: boolean,
  findApp: FindApp,
) {
  const [run, setRun] = useState(() => begin(workspaceId, selectors, names))
  useEffect(() => {
    if (run.results.length === 0) return
    const isDone = isCancelled || waitingIn(run, findApp).untried.length === 0
    storeRun(workspaceId, isDone ? undefined : run)
  }, [workspaceId, run, isCancelled, findApp])
  return { run, setRun }
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

/** How far a run is. When it is done, the apps that failed may be retried. */
type RunStage = 'ready' | 'running' | 'paused' | 'cancelling' | 'done'

/**
 * Archives a list app by app, a few at a time, for engines without the bulk operation. Waits after
 * a 429 and pauses when no response comes or the session has expired. Failed apps can be retried
 * separately, and a run continues after a reload.
 * @param names how a pasted list was resolved
 * @param apps the custom apps of the workspace, to find those on the list
 */
export function useArchiveOneByOne(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
  apps: readonly App[],
) {
  const invalidateApps = useInvalidateApps()
  const findApp = useMemo(() => appFinder(apps), [apps])
  const [status, setStatus] = useState<'ready' | 'running' | 'cancelling' | 'cancelled'>('ready')
  const isCancelled = status === 'cancelling' || status === 'cancelled'
  const { run, setRun } = useStoredRun(workspaceId, selectors, names, isCancelled, findApp)
  const listedCount = useMemo(() => appsOf(run.selectors, findApp).length, [run.selectors, findApp])
  // An engine may no longer list the apps that a started run has archived.
  const count = run.count ?? listedCount
  const [heldSeconds, setHeldSeconds] = useState<number>()
  /** How many apps a started run has left. */
  const [waitingCount, setWaitingCount] = useState(0)
  /** Aborted when the run pauses or is cancelled; the next start makes a new one. */
  const turn = useRef(new AbortController())
  const requestsInFlight = useRef(0)
  const { untried, failed } = waitingIn(run, findApp)

  // Leaving the page pauses the run.
  useEffect(() => () => turn.current.abort(), [])

  /** Sends one request. A cancelled run ends with the response of the last one. */
  async function send(selector: string): Promise<void> {
    requestsInFlight.current += 1
    try {
      await archiveApp(workspaceId, selector)
    } finally {
      requestsInFlight.current -= 1
      if (requestsInFlight.current === 0)
        setStatus((before) => (before === 'cancelling' ? 'cancelled' : before))
    }
  }

  /** Archives an app. Returns undefined if the run was stopped before the result. */
  async function archive(
    selector: string,
    current: AbortController,
  ): Promise<ShownItem | undefined> {
    try {
      await send(selector)
      return { ...identify(selector, findApp), outcome: 'archived' }
    } catch (thrown) {
      const error = toApiError(thrown)
      // The other requests would fail too.
      if (error.isOffline || error.isUnauthorized) current.abort()
      if (error.status !== 429) return refusedItem(selector, error, findApp)
      const seconds = Math.min(error.facts.retryAfter ?? 1, longestWaitSeconds)
      setHeldSeconds(seconds)
      await pause(seconds * 1000)
      setHeldSeconds(undefined)
      return current.signal.aborted ? undefined : archive(selector, current)
    }
  }

  async function start() {
    const current = new AbortController()
    turn.current = current
    setStatus('running')
    setRun((before) => ({ ...before, count }))
    const waiting = untried.length > 0 ? untried : failed
    setWaitingCount(waiting.length)
    await forEachConcurrently(waiting, async (selectors) => {
      const [selector] = selectors
      if (current.signal.aborted || selector === undefined) return
      const item = await archive(selector, current)
      if (item === undefined) return
      setRun((before) => withResult(before, selectors, item))
      // A later turn tries again what was still on its way when this one was paused.
      if (turn.current === current) setWaitingCount((before) => before - 1)
    })
    if (turn.current === current) setStatus((before) => (before === 'running' ? 'ready' : before))
    await invalidateApps()
  }

  function stage(): RunStage {
    if (status === 'cancelled') return 'done'
    if (status !== 'ready' || run.results.length === 0) return status
    return untried.length > 0 ? 'paused' : 'done'
  }
  const left = status === 'running' ? waitingCount : untried.length

  return {
    stage: stage(),
    items:
      run.results.length === 0 && !isCancelled ? undefined : sheetOf(run, findApp, isCancelled),
    /** All apps of the list, before any result. */
    listed: sheetOf({ ...run, results: [] }, findApp, true),
    /** How many apps are left to try, or while failed ones are retried, to retry. */
    left,
    /** The number of distinct apps on the list. */
    count,
    /** How many failed apps can be retried; 0 while others are left. */
    failed: untried.length > 0 ? 0 : failed.length,
    share: count === 0 ? 0 : 1 - left / count,
    /** The wait that the engine asked for, while it lasts. */
    heldSeconds,
    start,
    pause: () => {
      turn.current.abort()
      setStatus('ready')
    },
    cancel: () => {
      turn.current.abort()
      setStatus(requestsInFlight.current === 0 ? 'cancelled' : 'cancelling')
    },
  }
}

import { useEffect, useMemo, useReducer, useRef } from 'react'
import { useInvalidateApps } from '@/console/api/apps'
import type { App } from '@/contract/apps'
import { archiveInTurn } from './archive-in-turn'
import { appFinder, runFor, sheetOf, storeRun } from './archive-run'
import type { GivenNames } from './outcomes'
import { nextState, progressOf, readyState } from './run-state'

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
  const [state, onEvent] = useReducer(nextState, undefined, () =>
    readyState(runFor(workspaceId, selectors, names)),
  )
  const { run, heldSeconds } = state
  const isUntouched = run.results.length === 0
  const isCancelled = state.status === 'cancelled'
  const { next, isComplete, ...progress } = progressOf(state, findApp)

  useEffect(() => {
    if (!isUntouched) storeRun(workspaceId, isComplete ? undefined : run)
  }, [workspaceId, run, isUntouched, isComplete])

  /** Stops the turn that was started last. */
  const stop = useRef(new AbortController())
  // Leaving the page pauses the run.
  useEffect(() => () => stop.current.abort(), [])

  async function start() {
    stop.current = new AbortController()
    onEvent({ type: 'started', count: progress.count, waitingCount: next.length })
    const number = state.turn + 1
    await archiveInTurn(next, { workspaceId, number, stop: stop.current, findApp, onEvent })
    await invalidateApps()
  }

  return {
    ...progress,
    items: isUntouched && !isCancelled ? undefined : sheetOf(run, findApp, isCancelled),
    /** All apps of the list, before any result. */
    listed: sheetOf({ ...run, results: [] }, findApp, true),
    heldSeconds,
    start,
    pause: () => {
      stop.current.abort()
      onEvent({ type: 'paused' })
    },
    cancel: () => {
      stop.current.abort()
      onEvent({ type: 'cancelled' })
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { archiveApp, useAppsChanged } from '../../../../api/apps'
import { faultOf } from '../../../../api/fault'
import { storedRun, storeRun, waitingIn, withResult, type ArchiveRun } from './archive-run'
import type { ShownItem } from './outcomes'

const atOnce = 6
const longestWaitSeconds = 60

const sleep = (seconds: number) => new Promise((resume) => setTimeout(resume, seconds * 1000))

function begun(workspaceId: string, selectors: readonly string[]): ArchiveRun {
  const stored = storedRun(workspaceId)
  const isSame =
    stored !== undefined &&
    stored.selectors.length === selectors.length &&
    stored.selectors.every((selector, index) => selector === selectors[index])
  return isSame ? stored : { selectors: [...selectors], results: [] }
}

/**
 * Archives a list by the documented operation, a few at a time, for engines without the bulk one. A 429 is waited
 * out, and when no answer comes the run pauses. What failed can be tried again without the rest; a reload goes on
 * where it was.
 */
export function useOneByOne(workspaceId: string, selectors: readonly string[]) {
  const changed = useAppsChanged(workspaceId)
  const [run, setRun] = useState(() => begun(workspaceId, selectors))
  const [status, setStatus] = useState<'ready' | 'running' | 'cancelled'>('ready')
  const [heldSeconds, setHeldSeconds] = useState<number>()
  /** What is being worked off now; one that is stopped never goes on, another follows it. */
  const turn = useRef({ isStopped: true })
  const { untried, failed } = waitingIn(run)

  useEffect(() => {
    if (run.results.length > 0)
      storeRun(
        workspaceId,
        status === 'cancelled' || waitingIn(run).untried.length === 0 ? undefined : run,
      )
  }, [workspaceId, run, status])
  // Who leaves the page has paused.
  useEffect(
    () => () => {
      turn.current.isStopped = true
    },
    [],
  )

  /** Undefined: nothing is known of it yet. */
  async function archive(
    selector: string,
    current: { isStopped: boolean },
  ): Promise<ShownItem | undefined> {
    try {
      await archiveApp(workspaceId, selector)
      return { selector, outcome: 'archived' }
    } catch (error) {
      const fault = faultOf(error)
      if (fault.status === 429) {
        const seconds = Math.min(fault.facts.retryAfter ?? 1, longestWaitSeconds)
        setHeldSeconds(seconds)
        await sleep(seconds)
        setHeldSeconds(undefined)
        return current.isStopped ? undefined : archive(selector, current)
      }
      if (fault.isOffline) {
        current.isStopped = true
        return undefined
      }
      return {
        selector,
        outcome: fault.isMissing ? 'not_found' : fault.isForbidden ? 'not_yours' : 'failed',
        reason: fault.message,
      }
    }
  }

  async function start() {
    const current = { isStopped: false }
    turn.current = current
    setStatus('running')
    const waiting = untried.length > 0 ? untried : failed
    const work = async () => {
      for (
        let next = waiting.shift();
        next !== undefined && !current.isStopped;
        next = waiting.shift()
      ) {
        const item = await archive(next, current)
        if (item !== undefined) setRun((before) => withResult(before, item))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (turn.current === current) setStatus((before) => (before === 'cancelled' ? before : 'ready'))
    await changed()
  }

  const isRunning = status === 'running'
  const isTried = untried.length === 0 && run.results.length > 0
  return {
    items: run.results.length === 0 ? undefined : run.results,
    isRunning,
    isPaused: status === 'ready' && run.results.length > 0 && untried.length > 0,
    isDone: status === 'cancelled' || (!isRunning && isTried && failed.length === 0),
    untried: untried.length,
    /** How many may be tried again: none while others wait. */
    failed: isRunning || untried.length > 0 ? 0 : failed.length,
    share: run.selectors.length === 0 ? 0 : run.results.length / run.selectors.length,
    /** How long the engine asked to wait, while that lasts. */
    heldSeconds,
    start,
    pause: () => {
      turn.current.isStopped = true
      setStatus('ready')
    },
    cancel: () => {
      turn.current.isStopped = true
      setStatus('cancelled')
    },
  }
}

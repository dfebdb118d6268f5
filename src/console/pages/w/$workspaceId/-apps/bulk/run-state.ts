import { appsOf, waitingIn, withResult, type ArchiveRun, type FindApp } from './archive-run'
import type { ShownItem } from './outcomes'

/** A list that is archived app by app, and its requests. */
export interface RunState {
  run: ArchiveRun
  status: 'ready' | 'running' | 'cancelled'
  /**
   * How often the run was started. A later turn tries again what was still on its way when an
   * earlier one was paused.
   */
  turn: number
  /** How many apps the turn has left. */
  waitingCount: number
  /** How many requests wait for their response, including those of earlier turns. */
  requestsInFlight: number
  /** The wait that the engine asked for, while it lasts. */
  heldSeconds: number | undefined
}

export type RunEvent =
  /** @param count the number of distinct apps on the list */
  | { type: 'started'; count: number; waitingCount: number }
  | { type: 'sent' }
  | { type: 'responded' }
  | { type: 'held'; seconds: number | undefined }
  /** An app was tried. */
  | { type: 'tried'; turn: number; selectors: readonly string[]; item: ShownItem }
  /** A turn has tried all its apps, or was stopped. */
  | { type: 'ended'; turn: number }
  | { type: 'paused' }
  | { type: 'cancelled' }

/** Returns the state of a run that is not running. */
export function readyState(run: ArchiveRun): RunState {
  return {
    run,
    status: 'ready',
    turn: 0,
    waitingCount: 0,
    requestsInFlight: 0,
    heldSeconds: undefined,
  }
}

/** Returns the state of a run after an event. */
export function nextState(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'started': {
      const { count, waitingCount } = event
      const run = { ...state.run, count }
      return { ...state, run, status: 'running', turn: state.turn + 1, waitingCount }
    }
    case 'sent':
      return { ...state, requestsInFlight: state.requestsInFlight + 1 }
    case 'responded':
      return { ...state, requestsInFlight: state.requestsInFlight - 1 }
    case 'held':
      return { ...state, heldSeconds: event.seconds }
    case 'tried': {
      const isOfThisTurn = event.turn === state.turn
      return {
        ...state,
        run: withResult(state.run, event.selectors, event.item),
        waitingCount: isOfThisTurn ? state.waitingCount - 1 : state.waitingCount,
      }
    }
    case 'ended': {
      const isOver = event.turn === state.turn && state.status === 'running'
      return isOver ? { ...state, status: 'ready' } : state
    }
    case 'paused':
      return { ...state, status: 'ready' }
    case 'cancelled':
      return { ...state, status: 'cancelled' }
  }
}

/** How far a run is. When it is done, the apps that failed may be retried. */
type RunStage = 'ready' | 'running' | 'paused' | 'cancelling' | 'done'

/** A cancelled run is done with the response of the last request. */
function stageOf({ run, status, requestsInFlight }: RunState, untriedCount: number): RunStage {
  if (status === 'cancelled') return requestsInFlight > 0 ? 'cancelling' : 'done'
  if (status === 'running' || run.results.length === 0) return status
  return untriedCount > 0 ? 'paused' : 'done'
}

/** Returns how far a run is, and what is left of it. */
export function progressOf(state: RunState, findApp: FindApp) {
  const { run, status, waitingCount } = state
  const { untried, failed } = waitingIn(run, findApp)
  const hasUntried = untried.length > 0
  const left = status === 'running' ? waitingCount : untried.length
  // An engine may no longer list the apps that a started run has archived.
  const count = run.count ?? appsOf(run.selectors, findApp).length
  return {
    stage: stageOf(state, untried.length),
    /** Whether nothing would be left to continue after a reload. */
    isComplete: status === 'cancelled' || !hasUntried,
    /** The selectors of each app that the next turn tries. */
    next: hasUntried ? untried : failed,
    /** The number of distinct apps on the list. */
    count,
    /** How many apps are left to try, or while failed ones are retried, to retry. */
    left,
    share: count === 0 ? 0 : 1 - left / count,
    /** How many failed apps can be retried; 0 while others are left. */
    failed: hasUntried ? 0 : failed.length,
  }
}

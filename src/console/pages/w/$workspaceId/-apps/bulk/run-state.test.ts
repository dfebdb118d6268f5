import { expect, test } from 'vitest'
import { appFinder } from './archive-run'
import { nextState, progressOf, readyState, type RunEvent } from './run-state'

const none = appFinder([])

/** Returns the state of a run of the apps a, b and c after some events. */
const after = (...events: RunEvent[]) =>
  events.reduce(nextState, readyState({ selectors: ['a', 'b', 'c'], results: [] }))
const progressAfter = (...events: RunEvent[]) => progressOf(after(...events), none)

const started: RunEvent = { type: 'started', count: 3, waitingCount: 3 }
const sent: RunEvent = { type: 'sent' }
const responded: RunEvent = { type: 'responded' }
const paused: RunEvent = { type: 'paused' }
const cancelled: RunEvent = { type: 'cancelled' }
const ended = (turn: number): RunEvent => ({ type: 'ended', turn })
const tried = (turn: number, selector: string, outcome: 'archived' | 'failed'): RunEvent => ({
  type: 'tried',
  turn,
  selectors: [selector],
  item: { selector, outcome },
})

test('a run counts its apps down and is done when all were tried', () => {
  expect(progressAfter()).toMatchObject({ stage: 'ready', count: 3, left: 3, share: 0 })
  const begun = [started, tried(1, 'a', 'archived'), tried(1, 'b', 'archived')]
  expect(progressAfter(...begun)).toMatchObject({
    stage: 'running',
    left: 1,
    share: expect.closeTo(2 / 3),
  })
  expect(progressAfter(...begun, tried(1, 'c', 'archived'), ended(1))).toMatchObject({
    stage: 'done',
    isComplete: true,
    left: 0,
    share: 1,
    failed: 0,
  })
})

test('failed apps are retried only when no other is left', () => {
  const begun = [started, tried(1, 'a', 'failed'), tried(1, 'b', 'archived'), paused]
  expect(progressAfter(...begun)).toMatchObject({
    stage: 'paused',
    isComplete: false,
    next: [['c']],
    failed: 0,
  })
  const done = [...begun, { ...started, waitingCount: 1 }, tried(2, 'c', 'archived'), ended(2)]
  expect(progressAfter(...done)).toMatchObject({ stage: 'done', next: [['a']], failed: 1, left: 0 })
  const retrying = [...done, { ...started, waitingCount: 1 }]
  expect(progressAfter(...retrying)).toMatchObject({ stage: 'running', failed: 1, left: 1 })
})

test('a run that is paused before any result can be started as before', () => {
  expect(progressAfter(started, paused).stage).toBe('ready')
})

test('a cancelled run is done with its last response', () => {
  const running = [started, sent, sent, responded, tried(1, 'a', 'archived'), cancelled]
  expect(progressAfter(...running)).toMatchObject({ stage: 'cancelling', isComplete: true })
  expect(progressAfter(...running, responded, ended(1)).stage).toBe('done')
  expect(progressAfter(started, cancelled).stage).toBe('done')
})

test('what an earlier turn still brings neither counts for the current one nor ends it', () => {
  const again = [started, paused, started, tried(1, 'a', 'archived')]
  const state = after(...again, ended(1))
  expect(state.run.results).toEqual([{ selector: 'a', outcome: 'archived' }])
  expect(progressOf(state, none)).toMatchObject({ stage: 'running', left: 3 })
  expect(progressAfter(...again, ended(2)).stage).toBe('paused')
})

test('the wait that the engine asked for ends', () => {
  const held = after(started, { type: 'held', seconds: 5 })
  expect(held.heldSeconds).toBe(5)
  expect(nextState(held, { type: 'held', seconds: undefined }).heldSeconds).toBeUndefined()
})

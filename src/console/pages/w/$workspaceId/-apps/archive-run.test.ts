// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { storedRun, storeRun, waitingIn, withResult, type ArchiveRun } from './archive-run'

beforeEach(() => sessionStorage.clear())

const run: ArchiveRun = { selectors: ['a', 'b', 'c'], results: [] }

test('what waits is what was not tried; what may be tried again is what failed', () => {
  const tried = withResult(withResult(run, { selector: 'b', outcome: 'failed', reason: '500' }), {
    selector: 'a',
    outcome: 'not_found',
  })
  expect(waitingIn(tried)).toEqual({ untried: ['c'], failed: ['b'] })
  expect(
    waitingIn(withResult(tried, { selector: 'b', outcome: 'archived' })),
    'a later result takes the place of the first',
  ).toEqual({ untried: ['c'], failed: [] })
})

test('a run is kept for its workspace until it is forgotten, and nonsense is none', () => {
  storeRun('one', run)
  expect([storedRun('one'), storedRun('two')]).toEqual([run, undefined])
  storeRun('one', undefined)
  expect(storedRun('one')).toBeUndefined()
  sessionStorage.setItem('signalbox-archive-one', '{"selectors":1}')
  expect(storedRun('one')).toBeUndefined()
})

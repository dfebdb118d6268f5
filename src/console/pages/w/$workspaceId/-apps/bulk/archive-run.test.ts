// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { App } from '@/contract/apps'
import {
  appFinder,
  identify,
  sheetOf,
  storedRun,
  storeRun,
  waitingIn,
  withResult,
  type ArchiveRun,
} from './archive-run'
import { asText, summaryOf } from './result-text'

beforeEach(() => sessionStorage.clear())

const run: ArchiveRun = { selectors: ['a', 'b', 'c'], results: [] }

const app = (key: string): App => ({
  id: `id-${key}`,
  key,
  name: key.toUpperCase(),
  uuid: `uuid-${key}`,
  isReadOnly: false,
  isPublic: false,
})

const none = appFinder([])

test('untried apps are waiting; failed ones can be retried', () => {
  const failed = { selector: 'b', outcome: 'failed', reason: '500' } as const
  const tried = withResult(withResult(run, ['b'], failed), ['a'], {
    selector: 'a',
    outcome: 'not_found',
  })
  expect(waitingIn(tried, none)).toEqual({ untried: [['c']], failed: [['b']] })
  expect(
    waitingIn(withResult(tried, ['b'], { selector: 'b', outcome: 'archived' }), none),
    'a later result takes the place of the first',
  ).toEqual({ untried: [['c']], failed: [] })
})

test('an app that is named twice is tried once, with one result', () => {
  const findApp = appFinder([app('a')])
  const twice = { selectors: ['a', 'b', 'id-a'], results: [] }
  expect(waitingIn(twice, findApp).untried).toEqual([['a', 'id-a'], ['b']])
  const item = { ...identify('a', findApp), outcome: 'archived' } as const
  const tried = withResult(twice, ['a', 'id-a'], item)
  expect(waitingIn(tried, none), 'also when it is no longer listed').toEqual({
    untried: [['b']],
    failed: [],
  })
  expect(asText(sheetOf(tried, none, false))).toBe(
    '1 archived, 1 named twice\n- a: archived (named twice: a, id-a)',
  )
})

test('a run is stored for its workspace until it is deleted; invalid data is ignored', () => {
  storeRun('one', run)
  expect([storedRun('one'), storedRun('two')]).toEqual([run, undefined])
  storeRun('one', undefined)
  expect(storedRun('one')).toBeUndefined()
  sessionStorage.setItem('signalbox-archive-one', '{"selectors":1}')
  expect(storedRun('one')).toBeUndefined()
})

test('selectors not tried before a cancellation are listed as such', () => {
  const tried = withResult(run, ['b'], { selector: 'b', outcome: 'archived' })
  expect(summaryOf(sheetOf(tried, none, false))).toEqual(['1 archived'])
  const sheet = sheetOf(tried, appFinder([app('a')]), true)
  expect(asText(sheet)).toBe(
    '1 archived, 2 not tried\n- a: not tried\n- c: not tried\n- b: archived',
  )
  expect(sheet[0]).toMatchObject({ id: 'id-a', name: 'A' })
})

test('a result keeps the name of its app when the engine no longer lists it', () => {
  const archived = { ...identify('b', appFinder([app('b')])), outcome: 'archived' } as const
  expect(sheetOf(withResult(run, ['b'], archived), none, false)).toEqual([
    { selector: 'b', id: 'id-b', key: 'b', name: 'B', outcome: 'archived' },
  ])
})

test('selectors of the same app are one row of the sheet', () => {
  const twice = { selectors: ['a', 'uuid-a', 'ID-A'], results: [] }
  expect(summaryOf(sheetOf(twice, appFinder([app('a')]), true))).toEqual([
    '1 not tried',
    '1 named more than once',
  ])
})

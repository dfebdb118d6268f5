import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { historyFilterOf, historySearchSchema } from './history-search'

beforeAll(() => vi.stubEnv('TZ', 'America/Santiago'))
afterAll(() => vi.unstubAllEnvs())

test('a day without midnight, since clocks are set forward, ends where the next begins', () => {
  const day = '2025-09-07'
  expect(historyFilterOf({ from: day, to: day })).toEqual({
    from: '2025-09-07T04:00:00.000Z',
    to: '2025-09-08T03:00:00.000Z',
  })
})

test('days that the API has no time for do not limit the history', () => {
  const filterOf = (search: Record<string, string>) =>
    historyFilterOf(historySearchSchema.parse(search))
  expect(filterOf({ to: '9999-12-31' })).toEqual({})
  expect(filterOf({ from: '0000-01-01', to: '0001-01-01' })).toEqual({})
})

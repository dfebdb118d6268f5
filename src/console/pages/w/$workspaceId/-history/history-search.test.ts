import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { historyFilterOf } from './history-search'

beforeAll(() => vi.stubEnv('TZ', 'America/Santiago'))
afterAll(() => vi.unstubAllEnvs())

test('a day without midnight, since clocks are set forward, ends where the next begins', () => {
  const day = '2025-09-07'
  expect(historyFilterOf({ from: day, to: day })).toEqual({
    from: '2025-09-07T04:00:00.000Z',
    to: '2025-09-08T03:00:00.000Z',
  })
})

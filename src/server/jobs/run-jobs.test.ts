import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApi, type TestApi } from '../testing/api'
import { freshDatabase } from '../testing/database'
import { runJobs } from './run-jobs'

let api: TestApi
beforeAll(async () => (api = await testApi()))
afterAll(() => api.close())
afterEach(() => vi.useRealTimers())

test('jobs without a database back off, and stop at once', async () => {
  const away = await freshDatabase()
  await away.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopping = new AbortController()
  const running = runJobs({ ...api.dependencies, database: away.database }, stopping.signal)
  const failuresIn = async (seconds: number) => {
    api.logged.length = 0
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return api.logged.filter(({ message }) => message === 'a job failed').length
  }
  const atFirst = await failuresIn(300)
  const later = await failuresIn(300)
  expect(later).toBeGreaterThan(10)
  expect(atFirst).toBeLessThan(100)
  expect(later).toBeLessThan(atFirst)
  stopping.abort()
  await running
})

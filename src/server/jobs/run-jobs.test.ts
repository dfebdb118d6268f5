import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApi, type TestApi } from '../testing/api'
import { freshDatabase } from '../testing/database'
import { runJobs } from './run-jobs'

let api: TestApi
beforeAll(async () => (api = await testApi()))
afterAll(() => api.close())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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

/** Runs the jobs on a fake clock. The job that writes usage runs the given function instead. */
function running(write: () => Promise<never[]>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopping = new AbortController()
  const spy = vi.spyOn(api.dependencies.usage, 'write').mockImplementation(write)
  let hasEnded = false
  const end = runJobs(api.dependencies, stopping.signal).then(() => (hasEnded = true))
  return {
    spy,
    stop: () => stopping.abort(),
    end,
    hasEnded: () => hasEnded,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

test('a job that fails pauses for longer each time, until it succeeds', async () => {
  api.logged.length = 0
  const outcomes = ['fails', 'fails', 'fails', 'succeeds', 'succeeds', 'fails', 'succeeds']
  const { spy, stop, end, pass } = running(async () => {
    if (outcomes[spy.mock.calls.length - 1] === 'fails') throw new Error('no usage')
    return []
  })
  const seconds = [0]
  expect(spy).toHaveBeenCalledTimes(1)
  for (let second = 0; second <= 19; second += 1) {
    const before = spy.mock.calls.length
    await pass(second === 0 ? 0.5 : 1)
    if (spy.mock.calls.length > before) seconds.push(second)
  }
  // Two, four and eight seconds after a failure; one after a success.
  expect(seconds.slice(0, 7)).toEqual([0, 2, 6, 14, 15, 16, 18])
  const failures = api.logged.filter(({ message }) => message === 'a job failed')
  expect(failures.map(({ facts }) => facts)).toEqual(
    [1, 2, 3, 1].map((count) => expect.objectContaining({ job: 'write usage', failures: count })),
  )
  stop()
  await end
})

test('work under way at the stop is waited for', async () => {
  let finish = () => {}
  const { stop, end, hasEnded, pass } = running(
    () => new Promise((resume) => (finish = () => resume([]))),
  )
  await pass(0.5)
  stop()
  await pass(4.9)
  expect(hasEnded()).toBe(false)
  finish()
  await end
})

test('work that hangs at the stop is given up after five seconds', async () => {
  const { stop, hasEnded, pass } = running(() => new Promise(() => {}))
  await pass(0.5)
  stop()
  await pass(4.9)
  expect(hasEnded()).toBe(false)
  await pass(0.1)
  expect(hasEnded()).toBe(true)
})

test('what a clock put off for a year, that was set back since, is due', async () => {
  const { database } = api.dependencies
  const { id: workspaceId } = await api.newWorkspace('Put off')
  const yearAhead = new Date(Date.now() + 365 * 86_400_000)
  const id = uuid()
  await database
    .insertInto('webhook_deliveries')
    .values({
      id,
      workspace_id: workspaceId,
      event_type: 'ping',
      body: '{}',
      status: 'pending',
      created_at: new Date(),
      next_attempt_at: yearAhead,
    })
    .execute()
  const { stop, end } = running(async () => [])
  stop()
  await end
  const { next_attempt_at: due } = await database
    .selectFrom('webhook_deliveries')
    .select('next_attempt_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(due?.getTime() ?? 0).toBeLessThan(yearAhead.getTime())
})

import { getEventListeners } from 'node:events'
import { v7 as uuid } from 'uuid'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseClock } from '@/server/store/database-clock'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { testApi } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { freshDatabase } from '@/server/testing/database'
import { emptyDatabase } from '@/server/testing/empty-database'
import { compareClocks } from './compare-clocks'
import { runJobs } from './run-jobs'

const api = await apiPerFile()
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
  // A statement may be about to be repeated, once its connection has failed.
  const clock = setInterval(() => vi.advanceTimersByTime(1000), 10)
  await running
  clearInterval(clock)
})

/**
 * Runs the jobs on a fake clock. The job that writes usage runs the given function instead; the
 * others have nothing to do, unless there is a database.
 */
function running(write: () => Promise<never[]>, database = emptyDatabase) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const spy = vi.spyOn(api.dependencies.usage, 'write').mockImplementation(write)
  let hasEnded = false
  const end = runJobs({ ...api.dependencies, database }, stopping.signal).then(
    () => (hasEnded = true),
  )
  return {
    spy,
    stop: () => stopping.abort(),
    /** How many pauses and ends wait for the stop. */
    waiting: () => getEventListeners(stopping.signal, 'abort').length,
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

test('a job that fails is tried again every minute at least', async () => {
  const { spy, stop, end, pass } = running(async () => {
    throw new Error('no usage')
  })
  await pass(130)
  spy.mockClear()
  await pass(180)
  expect(spy).toHaveBeenCalledTimes(3)
  stop()
  await end
})

test('while the database is unavailable, a job keeps its interval and logs nothing', async () => {
  api.logged.length = 0
  const { spy, stop, end, pass } = running(async () => {
    throw new DatabaseUnavailable('no connection', false, undefined)
  })
  await pass(10.5)
  expect(spy.mock.calls.length).toBeGreaterThanOrEqual(10)
  const failed = api.logged.filter(({ facts }) => 'job' in facts && facts.job === 'write usage')
  expect(failed).toEqual([])
  stop()
  await end
})

test('a pause that is over no longer waits for the stop', async () => {
  const { spy, stop, end, pass, waiting } = running(async () => [])
  await pass(60)
  expect(spy.mock.calls.length).toBeGreaterThan(30)
  // Eight jobs at most, and the end.
  expect(waiting()).toBeLessThanOrEqual(9)
  stop()
  await end
})

test('no job runs after the stop', async () => {
  const { spy, stop, end, pass } = running(async () => [])
  await pass(0.5)
  stop()
  await end
  spy.mockClear()
  await pass(60)
  expect(spy).not.toHaveBeenCalled()
  const stopped = vi.spyOn(api.dependencies.usage, 'write')
  await runJobs(api.dependencies, AbortSignal.abort())
  expect(stopped).not.toHaveBeenCalled()
})

test('each job does its work right away', async () => {
  const sent: string[] = []
  const other = await testApi({
    fetch: async (input) => {
      sent.push(new Request(input).url)
      return new Response(null, { status: 204 })
    },
    mailer: { send: async ({ subject }) => void sent.push(subject) },
    mirrorOperatorLimits: async ({ serviceInstanceId }) => {
      sent.push(serviceInstanceId)
      return 'mirrored'
    },
  })
  const { database, usage } = other.dependencies
  const { id } = await other.newWorkspace('Busy')
  const now = new Date()
  const longAgo = new Date(now.getTime() - 400 * 86_400_000)
  await database
    .updateTable('workspaces')
    .set({
      webhook_uri: 'https://hooks.example/',
      service_instance_id: 'instance-1',
      operator_limits_mirror_due: now,
    })
    .where('id', '=', id)
    .execute()
  const due = { id: uuid(), workspace_id: id, created_at: now, next_attempt_at: now }
  await database
    .insertInto('webhook_deliveries')
    .values({ ...due, event_type: 'ping', body: '{}', status: 'pending' })
    .execute()
  await database
    .insertInto('emails')
    .values({ ...due, subject: 'An alert', body_text: '', body_html: '' })
    .execute()
  const request = { caller: 'any', fingerprint: '', status: null, sealed_body: null }
  await database
    .insertInto('idempotent_requests')
    .values({ ...request, key: 'expired', created_at: longAgo })
    .execute()
  await database
    .insertInto('alerts')
    .values({
      id: uuid(),
      workspace_id: id,
      type: 'apiRequestsPerSecond',
      severity: 'warning',
      key: 'apiRequestsPerSecond',
      description: '',
      created_at: longAgo,
      updated_at: longAgo,
      last_seen_at: longAgo,
    })
    .execute()
  usage.record({ workspaceId: id, limit: 'apiRequestsPerHour', level: 9, max: 10, refused: false })

  const stopping = new AbortController()
  const databaseClock = new DatabaseClock(() => Date.now() + 3_600_000)
  const end = runJobs({ ...other.dependencies, databaseClock }, stopping.signal)
  await vi.waitFor(
    async () => {
      expect(databaseClock.millisecondsAhead).toBeGreaterThan(3_000_000)
      expect(sent.toSorted()).toEqual(['An alert', 'https://hooks.example/', 'instance-1'])
      expect(await database.selectFrom('idempotent_requests').select('key').execute()).toEqual([])
      const alerts = await database
        .selectFrom('alerts')
        .select(['type', 'resolved_at'])
        .orderBy('type')
        .execute()
      expect(alerts).toEqual([
        { type: 'apiRequestsPerHour', resolved_at: null },
        { type: 'apiRequestsPerSecond', resolved_at: expect.any(Date) },
      ])
    },
    { timeout: 10_000 },
  )
  stopping.abort()
  await end
  await other.close()
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
  const putOff = {
    id: uuid(),
    workspace_id: workspaceId,
    created_at: new Date(),
    next_attempt_at: yearAhead,
  }
  await database
    .insertInto('webhook_deliveries')
    .values({ ...putOff, event_type: 'ping', body: '{}', status: 'pending' })
    .execute()
  await database
    .insertInto('emails')
    .values({ ...putOff, subject: '', body_text: '', body_html: '' })
    .execute()
  await database
    .updateTable('workspaces')
    .set({ operator_limits_mirror_due: yearAhead })
    .where('id', '=', workspaceId)
    .execute()
  const { stop, end } = running(async () => [], database)
  stop()
  await end
  const dueTimes = await Promise.all([
    database.selectFrom('webhook_deliveries').select('next_attempt_at as due').execute(),
    database.selectFrom('emails').select('next_attempt_at as due').execute(),
    database
      .selectFrom('workspaces')
      .select('operator_limits_mirror_due as due')
      .where('id', '=', workspaceId)
      .execute(),
  ])
  for (const rows of dueTimes) {
    expect(rows).toHaveLength(1)
    for (const { due } of rows) expect(due?.getTime() ?? 0).toBeLessThan(yearAhead.getTime())
  }
})

test.each([
  [3600, 3600],
  [-3600, -3600],
  [30, undefined],
  [-30, undefined],
])('a clock that is %d seconds ahead of the database’s is logged', async (ahead, logged) => {
  api.logged.length = 0
  const databaseClock = new DatabaseClock(() => Date.now() + ahead * 1000)
  await databaseClock.synchronize(api.dependencies.database)
  compareClocks({ ...api.dependencies, databaseClock })
  const [entry] = api.logged
  expect(entry?.facts).toEqual(
    logged === undefined ? undefined : { seconds: expect.closeTo(logged, -1.5) },
  )
})

import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { LimitName } from '@/contract/limits'
import type { Attempt, PeakLevel } from '@/server/core/ports/usage-log'
import type { Database } from '@/server/store/database'
import { apiPerFile } from '@/server/testing/api-per-file'
import { freshDatabase } from '@/server/testing/database'
import { hourlyUses } from './hourly-uses'
import { memoryMeter } from './memory-meter'
import { maxTenantHours } from './tenant-hours'
import { maxBufferedMinutes, UsageRecorder } from './usage-recorder'

let away: Database
let now = Date.parse('2026-03-01T12:00:00Z')
const api = await apiPerFile()
beforeAll(async () => {
  const closed = await freshDatabase()
  await closed.close()
  away = closed.database
})

const newRecorder = () => new UsageRecorder(() => new Date(now))
const attempt = (workspaceId: string, changed: Partial<Attempt> = {}): Attempt => ({
  workspaceId,
  limit: 'apiRequestsPerSecond',
  level: 1,
  max: 10,
  refused: false,
  ...changed,
})
const ignore = async () => {}
const rowsOf = (workspaceId: string) =>
  api.dependencies.database
    .selectFrom('usage_minutes')
    .select(['used', 'refused', 'peak', 'spread'])
    .where('workspace_id', '=', workspaceId)
    .execute()

test('after a failed write, the next one writes everything once, refusals included', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  recorder.record(attempt(id, { level: 9 }))
  recorder.record(attempt(id, { level: 11, refused: true }))
  await expect(recorder.write(away, ignore)).rejects.toThrow('destroyed')
  const failing = recorder.write(away, ignore)
  recorder.record(attempt(id, { level: 2 }))
  await expect(failing).rejects.toThrow('destroyed')

  const reported: PeakLevel[] = []
  await recorder.write(
    api.dependencies.database,
    async (_transaction, peaks) => void reported.push(...peaks),
  )
  await recorder.write(api.dependencies.database, ignore)
  expect(await rowsOf(id)).toEqual([{ used: 2, refused: 1, peak: 10, spread: { '0': 3 } }])
  expect(reported).toEqual([
    { workspaceId: id, limit: 'apiRequestsPerSecond', level: 11, max: 10, refused: true },
  ])
})

test('usage during a failed write is reported with the usage that was not written', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  const limit = 'parallelApiRequests'
  recorder.record(attempt(id, { level: 12, refused: true }))
  const failing = recorder.write(away, ignore)
  recorder.record(attempt(id, { level: 11, refused: true }))
  recorder.record(attempt(id, { limit, level: 3, max: 5 }))
  await expect(failing).rejects.toThrow('destroyed')

  const reported: PeakLevel[] = []
  await recorder.write(
    api.dependencies.database,
    async (_transaction, peaks) => void reported.push(...peaks),
  )
  expect(reported).toEqual([
    { workspaceId: id, limit: 'apiRequestsPerSecond', level: 12, max: 10, refused: true },
    { workspaceId: id, limit, level: 3, max: 5, refused: false },
  ])
})

test('uses of a limit per second are counted by the second', async () => {
  const { id } = await api.newWorkspace()
  const minute = now
  const recorder = newRecorder()
  for (const milliseconds of [0, 999, 1000, 59_999]) {
    now = minute + milliseconds
    recorder.record(attempt(id))
  }
  now = minute
  await recorder.write(api.dependencies.database, ignore)
  expect(await rowsOf(id)).toMatchObject([{ used: 4, spread: { '0': 2, '1': 1, '59': 1 } }])
})

test('what is in flight is counted by its level; rates of an hour and totals are not', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  const limits = [
    'parallelApiRequests',
    'apiRequestsPerHour',
    'totalNumberOfWorkspaceElements',
  ] as const
  for (const limit of limits)
    for (const level of [3, 1, 3]) recorder.record(attempt(id, { limit, level }))
  // A refused attempt counts with the level that it would have reached.
  recorder.record(attempt(id, { limit: limits[0], level: 4, max: 3.5, refused: true }))
  await recorder.write(api.dependencies.database, ignore)
  const rows = await api.dependencies.database
    .selectFrom('usage_minutes')
    .select(['limit_name', 'used', 'refused', 'peak', 'spread'])
    .where('workspace_id', '=', id)
    .execute()
  const row = (limit: string, refused: number, spread: Record<string, number>) => ({
    limit_name: limit,
    used: 3,
    refused,
    peak: 3,
    spread,
  })
  expect(rows.toSorted((a, b) => a.limit_name.localeCompare(b.limit_name))).toEqual([
    row('apiRequestsPerHour', 0, {}),
    row('parallelApiRequests', 1, { '1': 1, '3': 2, '4': 1 }),
    row('totalNumberOfWorkspaceElements', 0, {}),
  ])
})

test('the listener gets the highest level since its last call, and the latest limit', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  const heard: PeakLevel[] = []
  const listener = async (_transaction: unknown, peaks: readonly PeakLevel[]) =>
    void heard.push(...peaks)
  recorder.record(attempt(id, { level: 12 }))
  await recorder.write(api.dependencies.database)
  recorder.record(attempt(id, { level: 11, refused: true }))
  recorder.record(attempt(id, { level: 2, max: 20 }))
  await recorder.write(api.dependencies.database, listener)
  recorder.record(attempt(id, { level: 3, max: 20 }))
  await recorder.write(api.dependencies.database, listener)
  expect(await recorder.write(api.dependencies.database, listener)).toEqual([])
  const near = { workspaceId: id, limit: 'apiRequestsPerSecond', max: 20 }
  expect(heard).toEqual([
    { ...near, level: 12, refused: true },
    { ...near, level: 3, refused: false },
  ])
})

test('the listener gets levels that were written without it', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  recorder.record(attempt(id, { level: 11, refused: true }))
  await recorder.write(api.dependencies.database)
  const heard: PeakLevel[] = []
  const listener = async (_transaction: unknown, peaks: readonly PeakLevel[]) =>
    void heard.push(...peaks)
  await recorder.write(api.dependencies.database, listener)
  await recorder.write(api.dependencies.database, listener)
  expect(heard).toMatchObject([{ workspaceId: id, level: 11, refused: true }])
})

test('uses of a tenant are added up by the hour, also after a failed write', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  const tenantId = uuid()
  const recordLevel = (level: number, changed: Partial<Attempt> = {}) =>
    recorder.record(
      attempt(id, { limit: 'apiRequestsPerTenantPerSecond', level, tenantId, ...changed }),
    )
  const { database } = api.dependencies
  now = Math.ceil(now / 3_600_000) * 3_600_000
  const hour = new Date(now)
  recordLevel(3)
  const failing = recorder.write(away, ignore)
  recordLevel(11, { refused: true })
  await expect(failing).rejects.toThrow('destroyed')
  recordLevel(5)
  const heard: PeakLevel[] = []
  await recorder.write(database, async (_transaction, peaks) => void heard.push(...peaks))
  expect(heard, 'alerts are not about a tenant').toEqual([
    { workspaceId: id, limit: 'apiRequestsPerTenantPerSecond', level: 11, max: 10, refused: true },
  ])
  recordLevel(4)
  recordLevel(2, { tenantId: uuid() })
  now += 3_600_000
  recordLevel(1)
  await recorder.write(database)
  const rows = await database
    .selectFrom('tenant_usage_hours')
    .select(['hour', 'used', 'refused', 'peak'])
    .where('workspace_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .orderBy('hour')
    .execute()
  expect(rows).toEqual([
    { hour, used: 3, refused: 1, peak: 10 },
    { hour: new Date(now), used: 1, refused: 0, peak: 1 },
  ])
})

test('the tenants of a write are bounded for each workspace', async () => {
  const { id } = await api.newWorkspace()
  const { id: small } = await api.newWorkspace()
  const recorder = newRecorder()
  const tenantId = uuid()
  const limit = 'apiRequestsPerTenantPerHour'
  for (let count = 0; count <= maxTenantHours; count += 1)
    recorder.record(attempt(id, { limit, tenantId: count === 0 ? tenantId : uuid() }))
  recorder.record(attempt(id, { limit, tenantId }))
  recorder.record(attempt(small, { limit, tenantId }))
  await recorder.write(api.dependencies.database)
  const rowsOfTenants = async (workspaceId: string) =>
    api.dependencies.database
      .selectFrom('tenant_usage_hours')
      .select(['tenant_id', 'used'])
      .where('workspace_id', '=', workspaceId)
      .execute()
  const rows = await rowsOfTenants(id)
  expect(rows).toHaveLength(maxTenantHours)
  expect(rows.find(({ tenant_id: of }) => of === tenantId)?.used).toBe(2)
  expect(await rowsOfTenants(small)).toEqual([{ tenant_id: tenantId, used: 1 }])
})

test('data that the database refuses is dropped; other data is written once', async () => {
  const workspaces = await Promise.all(Array.from({ length: 5 }, () => api.newWorkspace()))
  const ids = workspaces.map(({ id }) => id)
  const refused = ids.slice(1, 3)
  const recorder = newRecorder()
  for (const id of ids) {
    // The column of a peak is smaller.
    recorder.record(attempt(id, { level: refused.includes(id) ? 2 ** 40 : 1 }))
  }
  const reported: string[] = []
  const dropped = await recorder.write(api.dependencies.database, async (_transaction, peaks) => {
    reported.push(...peaks.map(({ workspaceId }) => workspaceId))
  })
  expect(dropped.map(({ workspaceId }) => workspaceId)).toEqual(refused)
  expect(reported.toSorted()).toEqual(ids.filter((id) => !refused.includes(id)).toSorted())
  const written = await Promise.all(ids.map(rowsOf))
  expect(written.map((rows) => rows.map(({ used }) => used))).toEqual([[1], [], [], [1], [1]])
  expect(await recorder.write(api.dependencies.database, ignore)).toEqual([])
})

test.each([
  [9, 4],
  [4, 9],
])('two servers add up one minute, and the higher of peaks %i and %i stays', async (...levels) => {
  const { id } = await api.newWorkspace()
  for (const level of levels) {
    const recorder = newRecorder()
    recorder.record(attempt(id, { level }))
    await recorder.write(api.dependencies.database, ignore)
  }
  expect(await rowsOf(id)).toEqual([{ used: 2, refused: 0, peak: 9, spread: { '0': 2 } }])
})

test('usage and the work of the listener are written together or not at all', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  recorder.record(attempt(id))
  const follow = async () => {
    throw new Error('The alert could not be raised')
  }
  await expect(recorder.write(api.dependencies.database, follow)).rejects.toThrow(
    'could not be raised',
  )
  expect(await rowsOf(id)).toEqual([])
  await recorder.write(api.dependencies.database, ignore)
  expect(await rowsOf(id)).toMatchObject([{ used: 1 }])
})

test('any number of workspaces is written at once', async () => {
  const { id } = await api.newWorkspace()
  const recorder = newRecorder()
  for (let minute = 0; minute < 12_000; minute += 1) {
    recorder.record(attempt(id))
    now += 60_000
  }
  await recorder.write(api.dependencies.database, ignore)
  expect(await rowsOf(id)).toHaveLength(12_000)
})

test.each([
  ['while it is recorded', false],
  ['when a failed write returns some', true],
])('the latest usage is kept within a bound %s', async (_when, fails) => {
  const recorder = newRecorder()
  const [{ id: oldest }, { id: next }] = [await api.newWorkspace(), await api.newWorkspace()]
  const record = (id: string, minutes = 1) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      recorder.record(attempt(id))
      now += 60_000
    }
  }
  record(oldest)
  const failing = fails ? [recorder.write(away, ignore)] : []
  record(next)
  record(uuid(), maxBufferedMinutes - 1)
  await Promise.allSettled(failing)
  await recorder.write(api.dependencies.database, ignore)
  expect(await rowsOf(oldest)).toEqual([])
  expect(await rowsOf(next)).toMatchObject([{ used: 1 }])
})

test('a meter that starts counts what was recorded in the last hour', async () => {
  const [{ id }, tenantId] = [await api.newWorkspace(), uuid()]
  const recorder = newRecorder()
  const record = (changed: Partial<Attempt>) => recorder.record(attempt(id, changed))
  const start = Date.parse('2026-03-02T12:20:30Z')
  now = start
  record({ limit: 'apiRequestsPerHour' })
  record({ limit: 'apiRequestsPerTenantPerHour', tenantId })
  now += 20 * 60_000
  record({ limit: 'apiRequestsPerHour' })
  record({ limit: 'apiRequestsPerHour', refused: true })
  record({ limit: 'workspaceElementCreationsPerHour' })
  record({ limit: 'apiRequestsPerTenantPerHour', tenantId })
  await recorder.write(api.dependencies.database, ignore)

  /** What a meter that starts after so many minutes counts before each first use. */
  const usedAfter = async (minutes: number) => {
    const clock = () => new Date(start + minutes * 60_000)
    const meter = memoryMeter(clock, await hourlyUses(api.dependencies.database, clock()))
    const take = async (limit: LimitName, subject: string) => {
      const { levels } = await meter.take([{ limit, subject, max: 100, windowSeconds: 3600 }])
      return (levels[0]?.used ?? 0) - 1
    }
    return [
      await take('apiRequestsPerHour', id),
      await take('workspaceElementCreationsPerHour', id),
      await take('apiRequestsPerTenantPerHour', tenantId),
    ]
  }
  expect(await usedAfter(21)).toEqual([2, 1, 2])
  expect(await usedAfter(45)).toEqual([2, 1, 0])
  expect(await usedAfter(65)).toEqual([1, 1, 0])
  expect(await usedAfter(85)).toEqual([0, 0, 0])
  expect(await usedAfter(-60), 'the clock was set back').toEqual([0, 0, 0])
})

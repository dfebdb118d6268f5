import { expect, test } from 'vitest'
import type { LimitName } from '@/contract/limits'
import { apiPerFile } from '@/server/testing/api-per-file'
import { currentLevels } from './levels'
import { UsageRecorder } from './usage-recorder'

const minute = 60_000
const start = Date.parse('2026-03-01T12:00:00Z')
const hourly = ['apiRequestsPerHour', 'apiRequestsPerTenantPerHour'] as const
const others = ['apiRequestsPerSecond', 'parallelApiRequests'] as const

let now = start
const api = await apiPerFile()

/** Records uses of all limits that reach these levels. */
async function use(workspaceId: string, ...levels: number[]) {
  const usage = new UsageRecorder(() => new Date(now))
  for (const limit of [...hourly, ...others])
    for (const level of levels)
      usage.record({ workspaceId, limit, level, max: 100, refused: false })
  await usage.write(api.dependencies.database)
}

test('hourly rates count uses, those of tenants and other limits the highest level', async () => {
  const [{ id }, other] = await Promise.all([api.newWorkspace(), api.newWorkspace()])
  now = start
  await use(other.id, 50)
  await use(id, 1, 9, 3)
  const levelsAt = async (minutes: number, limits: readonly LimitName[]) => {
    const levels = await currentLevels(
      api.dependencies.database,
      id,
      new Date(start + minutes * minute),
      limits,
    )
    return limits.map((limit) => levels.get(limit))
  }
  expect(await levelsAt(0, hourly)).toEqual([3, 9])
  expect(await levelsAt(0, others)).toEqual([9, 9])
  now += 30 * minute
  await use(id, 4)
  expect(await levelsAt(29, others), 'later use').toEqual([0, 0])
  expect(await levelsAt(29, hourly), 'later use').toEqual([3, 9])
  expect(await levelsAt(30, others)).toEqual([4, 4])
  expect(await levelsAt(31.99, others)).toEqual([4, 4])
  expect(await levelsAt(32, others)).toEqual([0, 0])
  expect(await levelsAt(60, hourly)).toEqual([4, 9])
  expect(await levelsAt(60.01, hourly)).toEqual([1, 4])
  expect(await levelsAt(90.01, hourly)).toEqual([undefined, undefined])
})

import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LimitName } from '@/contract/limits'
import type { Database } from '@/server/store/database'
import { freshDatabase } from '@/server/testing/database'
import { deleteUnusedMeters } from './ledger'
import { slotAt } from './sliding-window'

/** So far ahead that even the shortest window has not passed when the test ends. */
const soon = Date.now() + 60_000
const aDayAgo = soon - 86_400_000
let database: Database
let close: () => Promise<void>
beforeAll(async () => ({ database, close } = await freshDatabase()))
afterAll(() => close())

test('a meter is deleted without uses in its window, unless a server has a lease', async () => {
  const subject = uuid()
  const meter = (limit: LimitName, slots: Record<string, number>, leasedUntil?: number) => ({
    subject,
    limit_name: limit,
    slots: JSON.stringify(slots),
    leases: JSON.stringify(
      leasedUntil === undefined ? {} : { server: { amount: 5, until: leasedUntil } },
    ),
  })
  await database
    .insertInto('limit_meters')
    .values([
      meter('apiRequestsPerHour', { [slotAt(aDayAgo, 3600)]: 4 }),
      meter('apiRequestsPerSecond', { [slotAt(soon, 1)]: 1, [slotAt(aDayAgo, 1)]: 1 }),
      meter('webhookRequestsPerHour', { [slotAt(soon, 3600)]: 2 }),
      meter('parallelApiRequests', { [slotAt(aDayAgo, 60)]: 1 }),
      meter('parallelApiRequestsPerTenant', { [slotAt(soon, 60)]: 1 }),
      meter('parallelBackgroundJobs', {}),
      meter('parallelFlowRuns', {}, soon),
      meter('parallelCustomCodeRuns', {}, aDayAgo),
    ])
    .execute()

  await deleteUnusedMeters(database)

  const kept = await database.selectFrom('limit_meters').select('limit_name').execute()
  expect(kept.map((row) => row.limit_name).toSorted()).toEqual([
    'apiRequestsPerSecond',
    'parallelApiRequestsPerTenant',
    'parallelFlowRuns',
    'webhookRequestsPerHour',
  ])
})

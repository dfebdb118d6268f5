import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Meter, Quantity } from '@/server/core/ports/meter'
import type { Database } from '@/server/store/database'
import { freshDatabase } from '@/server/testing/database'
import { databaseLedger } from './ledger'
import { memoryMeter } from './memory-meter'
import { SharedMeter } from './shared-meter'

let database: Database
let close: () => Promise<void>
beforeAll(async () => ({ database, close } = await freshDatabase()))
afterAll(() => close())

const perSecond = (subject: string, max: number): Quantity => ({
  limit: 'apiRequestsPerSecond',
  subject,
  max,
  windowSeconds: 1,
})
const inFlight = (subject: string, max: number): Quantity => ({
  limit: 'parallelApiRequests',
  subject,
  max,
  windowSeconds: 60,
})
const sharedMeter = () => new SharedMeter(databaseLedger(database))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.each([
  ['in memory', () => memoryMeter(() => new Date())],
  ['in the database', sharedMeter],
] as const)('a meter %s', (_name, make: () => Meter) => {
  test('accepts as many uses as the limit, then none until the window has moved on', async () => {
    const meter = make()
    const quantity = perSecond(uuid(), 3)
    const take = () => meter.take([quantity])
    expect([(await take()).accepted, (await take()).accepted, (await take()).accepted]).toEqual([
      true,
      true,
      true,
    ])
    const refused = await take()
    expect(refused.accepted).toBe(false)
    expect(refused.levels[0]).toMatchObject({ used: 3, max: 3 })
    expect(refused.levels[0]?.resetSeconds).toBeGreaterThan(0)
    expect(refused.levels[0]?.resetSeconds).toBeLessThanOrEqual(1.02)
    await pause((refused.levels[0]?.resetSeconds ?? 0) * 1000 + 20)
    expect((await take()).accepted).toBe(true)
  })

  test('counts nothing when one of several limits is full', async () => {
    const meter = make()
    const subject = uuid()
    const [roomy, full] = [perSecond(subject, 100), inFlight(subject, 0)]
    expect((await meter.take([roomy, full])).accepted).toBe(false)
    expect((await meter.take([roomy])).levels[0]?.used).toBe(1)
  })

  test('accepts another use after a release', async () => {
    const meter = make()
    const quantity = inFlight(uuid(), 2)
    const first = await meter.take([quantity])
    await meter.take([quantity])
    expect((await meter.take([quantity])).accepted).toBe(false)
    await meter.release(first.levels)
    expect((await meter.take([quantity])).accepted).toBe(true)
    expect((await meter.take([quantity])).accepted).toBe(false)
  })

  test('counts subjects separately', async () => {
    const meter = make()
    expect((await meter.take([perSecond(uuid(), 1)])).accepted).toBe(true)
    expect((await meter.take([perSecond(uuid(), 1)])).accepted).toBe(true)
  })
})

test('the database ledger drops uses counted before the clock was set back', async () => {
  const meter = sharedMeter()
  const quantity = perSecond(uuid(), 1)
  await meter.take([quantity])
  await meter.settle()
  const slotInAnHour = Math.floor((Date.now() + 3_600_000) / 10)
  await database
    .updateTable('limit_meters')
    .set({ slots: JSON.stringify({ [slotInAnHour]: 1 }) })
    .where('subject', '=', quantity.subject)
    .execute()
  expect((await meter.take([quantity])).accepted).toBe(true)
  expect((await meter.take([quantity])).accepted).toBe(false)
})

test('of a burst of five times the limit, 98 to 100% of the limit is accepted', async () => {
  const limit = 200
  let now = 1_800_000_000_000
  const meter = memoryMeter(() => new Date(now))
  const quantity = perSecond(uuid(), limit)
  const accepted: number[] = []
  for (; now < 1_800_000_003_000; now += 1) {
    if ((await meter.take([quantity])).accepted) accepted.push(now)
  }
  expect(accepted.length).toBeGreaterThanOrEqual(3 * limit * 0.98)
  expect(accepted.length).toBeLessThanOrEqual(3 * limit)
  // No window holds more than the limit, wherever it begins.
  for (const [index, start] of accepted.entries()) {
    const inWindow = accepted.slice(index).filter((at) => at < start + 1000)
    expect(inWindow.length).toBeLessThanOrEqual(limit)
  }
})

test('servers that share a database enforce one limit together, even in a burst', async () => {
  const limit = 40
  const quantity = { ...perSecond(uuid(), limit), windowSeconds: 30 }
  const servers = [sharedMeter(), sharedMeter(), sharedMeter()]
  const crowd = servers.flatMap((server) =>
    Array.from({ length: (5 * limit) / servers.length }, () => server),
  )
  const verdicts = await Promise.all(crowd.map((server) => server.take([quantity])))
  expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(limit)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '@/server/testing/database'
import { DatabaseClock } from './database-clock'

const hour = 3_600_000

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const difference = (clock: DatabaseClock) => Math.abs(clock.now().getTime() - Date.now())

test.each([-hour, hour])('a clock that is %d ms ahead shows the database’s time', async (ahead) => {
  const clock = new DatabaseClock(() => Date.now() + ahead)
  expect(difference(clock)).toBeGreaterThan(hour / 2)
  await clock.synchronize(fresh.database)
  expect(difference(clock)).toBeLessThan(hour / 2)
  expect(clock.millisecondsAhead / hour).toBeCloseTo(ahead / hour, 1)
})

test('when the clock of the machine is set, the time is right again', async () => {
  let ahead = hour
  const clock = new DatabaseClock(() => Date.now() + ahead)
  await clock.synchronize(fresh.database)
  ahead = 0
  await clock.synchronize(fresh.database)
  expect(difference(clock)).toBeLessThan(hour / 2)
})

test('a statement that waits does not change a time that is possible', async () => {
  // The machine's clock takes a minute from before the statement to after it.
  const readings = [-30_000, 30_000]
  const clock = new DatabaseClock(() => Date.now() + (readings.shift() ?? 0))
  await clock.synchronize(fresh.database)
  expect(clock.millisecondsAhead).toBe(0)
})

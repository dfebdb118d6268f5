import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { fillDataFolder } from '../testing/migrated-database'
import { openDatabase } from './open-database'

test('the space of deleted rows is freed, and the planner knows how many are left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-maintenance-'))
  await fillDataFolder(folder, inject('migratedDatabase'))
  const log = { info: () => {}, error: vi.fn<() => void>() }
  const { requests: database, close } = await openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: folder, EMBEDDED_FSYNC: false },
    { log },
  )
  await sql`create table notes as
    select number, repeat('x', 100) as text from generate_series(1, 20000) as number`.execute(
    database,
  )
  const size = async () => {
    const { rows } = await sql<{ bytes: number; estimated: number }>`
      select pg_table_size('notes')::int as bytes, reltuples as estimated
      from pg_class where relname = 'notes'`.execute(database)
    return rows[0]
  }
  expect((await size())?.bytes).toBeGreaterThan(2_000_000)

  await sql`delete from notes where number > 100`.execute(database)
  // PostgreSQL counts changes with a delay of a second.
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await size()).toEqual({
        bytes: expect.any(Number),
        estimated: 100,
      })
    },
    { timeout: 10_000, interval: 200 },
  )
  expect((await size())?.bytes).toBeLessThan(100_000)

  expect(log.error).not.toHaveBeenCalled()
  vi.useRealTimers()
  await close()
  await rm(folder, { recursive: true })
})

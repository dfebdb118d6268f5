import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import type { Database } from '@/server/store/database'
import { freshDatabase } from '@/server/testing/database'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { fillDataFolder } from '@/server/testing/migrated-database'
import { maintain } from './embedded-maintenance'
import { openDatabase } from './open-database'

async function openMaintained() {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const folder = await folderOfTest()
  await fillDataFolder(folder, inject('migratedDatabase'))
  const log = { info: () => {}, error: vi.fn<() => void>() }
  const opened = await openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: folder, EMBEDDED_FSYNC: false },
    { log },
  )
  const close = async () => {
    expect(log.error).not.toHaveBeenCalled()
    vi.useRealTimers()
    await opened.close()
  }
  return { database: opened.requests, close }
}

test('the space of deleted rows is freed, and the planner knows how many are left', async () => {
  const { database, close } = await openMaintained()
  await sql`create table notes as
    select number, repeat('x', 100) as text from generate_series(1, 20000) as number`.execute(
    database,
  )
  const state = async () => {
    const { rows } = await sql<{ bytes: number; estimated: number; vacuumed: number }>`
      select pg_table_size(relid)::int as bytes, reltuples as estimated,
        vacuum_count::int as vacuumed
      from pg_stat_user_tables as stat join pg_class on pg_class.oid = relid
      where stat.relname = 'notes'`.execute(database)
    return rows[0]
  }
  // PostgreSQL counts changes with a delay of a second.
  const untilEstimated = (estimated: number) =>
    vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        expect(await state()).toMatchObject({ estimated })
      },
      { timeout: 10_000, interval: 200 },
    )
  await untilEstimated(20_000)
  const full = await state()
  expect(full?.bytes).toBeGreaterThan(2_000_000)
  expect(full?.vacuumed, 'a table without deleted rows is only analyzed').toBe(0)

  await sql`delete from notes where number > 100`.execute(database)
  await untilEstimated(100)
  expect((await state())?.bytes).toBeLessThan(100_000)

  await close()
})

/** Fills a table and deletes many of its rows. */
async function deleteMany(database: Database, rows: number) {
  await sql`create table notes as select generate_series(1, ${rows}::int) as number`.execute(
    database,
  )
  await sql`delete from notes where number <= 60000`.execute(database)
  const state = async () => {
    const notes = await sql<{ dead: number; vacuumed: number }>`
      select n_dead_tup::int as dead, vacuum_count::int as vacuumed
      from pg_stat_all_tables where relname = 'notes'`.execute(database)
    return notes.rows[0]
  }
  await vi.waitFor(async () => expect(await state()).toMatchObject({ dead: 60_000 }), {
    timeout: 10_000,
  })
  const afterVacuum = async () => {
    await vi.waitFor(async () => expect(await state()).toMatchObject({ dead: 0 }), {
      timeout: 10_000,
    })
    return state()
  }
  return { afterVacuum }
}

test('a large table is vacuumed soon, while most of its rows are left', async () => {
  const { database, close } = await openMaintained()
  const { afterVacuum } = await deleteMany(database, 400_000)
  // Everything else waits meanwhile, and would for longer if more rows had been deleted by then.
  await vi.advanceTimersByTimeAsync(2000)
  expect(await afterVacuum()).toMatchObject({ vacuumed: 1 })
  await close()
})

test('a table that is due for two reasons is vacuumed once', async () => {
  const { database, close } = await openMaintained()
  await vi.advanceTimersByTimeAsync(28_000)
  const { afterVacuum } = await deleteMany(database, 100_000)
  // Whatever is to be done now reads what is due before the first of it is done.
  const busy = sql`select pg_sleep(0.5)`.execute(database)
  await vi.advanceTimersByTimeAsync(2000)
  await busy
  expect(await afterVacuum()).toMatchObject({ vacuumed: 1 })
  await close()
})

test('a round that fails is logged, unless the stop cut it off', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { database, close } = await freshDatabase()
  await close()
  const [serving, stopping] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const maintained = maintain(database, { info: () => {}, error: serving })
  const stopped = maintain(database, { info: () => {}, error: stopping })
  vi.advanceTimersByTime(2000)
  stopped.stop()
  vi.useRealTimers()
  await vi.waitFor(() => expect(serving).toHaveBeenCalled())
  expect(stopping).not.toHaveBeenCalled()
  maintained.stop()
})

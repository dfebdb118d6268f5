import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '@/server/store/database'
import { powerCutDisk } from '@/server/testing/power-cut-disk'
import { openDatabase, type OpenDatabase } from './open-database'

/** Set `CUT_ROUNDS=50` for a longer run. */
const rounds = Number(process.env['CUT_ROUNDS'] ?? 2)
/** Enough for their transactions to be committed in groups. */
const writers = 12
/** Every so many transactions one is rolled back. */
const rollBackEvery = 7
const checkpointEvery = 60

const folder = mkdtempSync(join(tmpdir(), 'signalbox-cut-'))
const quiet = { info: () => {}, error: () => {} }
const open = (name: string) =>
  openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: join(folder, name), EMBEDDED_FSYNC: true },
    { log: quiet },
  )

// What is synced is recorded by the simulated disk, so that nothing depends on the real one.
const realSync = vi.spyOn(fs, 'fsyncSync').mockReturnValue(undefined)
const disk = powerCutDisk(join(folder, 'live'))
const duringCreation = 'cut-0'
let live: OpenDatabase
beforeAll(async () => {
  const moment = Math.ceil(Math.random() * 3000)
  disk.onChange = (count) => {
    if (count === moment) disk.writeSurvivors(join(folder, duringCreation))
  }
  live = await open('live')
})
afterAll(async () => {
  await live.close()
  disk.release()
  realSync.mockRestore()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a row in two tables and counts it in a third. Returns whether that was committed. */
async function writeOnce(database: Database, id: number): Promise<boolean> {
  const text = String(id).repeat(1 + Math.random() * 2000)
  const transaction = await database.startTransaction().execute()
  await sql`insert into left_half values (${id}, ${text})`.execute(transaction)
  await sql`insert into right_half values (${id}, ${text})`.execute(transaction)
  await sql`update counter set value = value + 1`.execute(transaction)
  const isCommitted = id % rollBackEvery !== 0
  await (isCommitted ? transaction.commit() : transaction.rollback()).execute()
  return isCommitted
}

/** Returns the ids of complete rows. @throws if a row is there in part, or was rolled back */
async function readBack(database: Database): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; isWhole: boolean }>`
    select id, left_half.body is not distinct from right_half.body as "isWhole"
      from left_half full join right_half using (id)`.execute(database)
  expect(rows.filter(({ id, isWhole }) => !isWhole || id % rollBackEvery === 0)).toEqual([])
  const { rows: counted } = await sql<{ value: number; indexed: number }>`
    select value, (select count(*) from left_half where id >= 0)::int as indexed from counter
  `.execute(database)
  expect(counted).toEqual([{ value: rows.length, indexed: rows.length }])
  return new Set(rows.map(({ id }) => id))
}

test(
  `every acknowledged write survives a power cut, ${rounds} times at random moments`,
  { timeout: 120_000 + rounds * 20_000 },
  async () => {
    const database = live.requests
    for (const table of ['left_half', 'right_half'])
      await sql`create table ${sql.table(table)} (id int primary key, body text)`.execute(database)
    await sql`create table counter (value int)`.execute(database)
    await sql`insert into counter values (0)`.execute(database)

    const cuts: { name: string; acknowledged: Set<number> }[] = []
    const acknowledged = new Set<number>()
    let next = 0
    disk.onChange = (count) => {
      if (count < next || acknowledged.size === 0 || cuts.length === rounds) return
      const name = `cut-${cuts.length + 1}`
      disk.writeSurvivors(join(folder, name))
      cuts.push({ name, acknowledged: new Set(acknowledged) })
      next = count + Math.ceil(Math.random() ** 3 * 3000)
    }
    let id = 0
    const write = async () => {
      while (cuts.length < rounds) {
        id += 1
        const current = id
        if (await writeOnce(database, current)) acknowledged.add(current)
        if (current % checkpointEvery === 0) await sql`checkpoint`.execute(database)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))

    for (const cut of cuts) {
      const { requests, close } = await open(cut.name)
      const present = await readBack(requests)
      expect([...cut.acknowledged].filter((id) => !present.has(id))).toEqual([])
      await close()
    }
    expect(cuts.at(-1)?.acknowledged.size).toBeGreaterThan(0)
  },
)

test('a database opens after a power cut while it was created', async () => {
  const { requests, close } = await open(duringCreation)
  const { rows } = await sql`select key from apps`.execute(requests)
  expect(rows).toEqual([])
  await close()
})

test('a database opens of whose unlogged table only the first file survived', async () => {
  await sql`create unlogged table passing (id int)`.execute(live.requests)
  const cut = 'cut-unlogged'
  // PostgreSQL creates the table's file first, and then the empty one that it starts from.
  disk.writeSurvivors(join(folder, cut), (changed) => {
    const initial = changed.findIndex((name) => name.endsWith('_init'))
    return initial === -1 ? changed.length : initial
  })
  const { requests, close } = await open(cut)
  const { rows } = await sql`select id from passing`.execute(requests)
  expect(rows).toEqual([])
  await close()
})

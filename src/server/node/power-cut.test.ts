import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../store/database'
import { powerCutDisk } from '../testing/power-cut-disk'
import { openDatabase } from './open-database'

/** Set `CUT_ROUNDS=50` for a longer run. */
const rounds = Number(process.env['CUT_ROUNDS'] ?? 2)
/** Enough for their transactions to be committed in groups. */
const writers = 12
/** Every so many transactions one is rolled back. */
const rollBackEvery = 7
const checkpointEvery = 60

const folder = mkdtempSync(join(tmpdir(), 'signalbox-cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const quiet = { info: () => {}, error: () => {} }
const open = (name: string) =>
  openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: join(folder, name), EMBEDDED_FSYNC: true },
    { log: quiet },
  )

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
    const disk = powerCutDisk(join(folder, 'live'))
    const cuts: { name: string; acknowledged: Set<number> | undefined }[] = []
    const acknowledged = new Set<number>()
    let hasTables = false
    // The first cut comes while the database is created.
    let next = Math.ceil(Math.random() * 3000)
    disk.onChange = (count) => {
      const isTooSoon = count < next || (hasTables && acknowledged.size === 0)
      if (isTooSoon || cuts.length > rounds) return
      const name = `cut-${cuts.length}`
      disk.writeSurvivors(join(folder, name))
      cuts.push({ name, acknowledged: hasTables ? new Set(acknowledged) : undefined })
      next = hasTables ? count + Math.ceil(Math.random() ** 3 * 3000) : Infinity
    }
    try {
      const { requests: database, close } = await open('live')
      for (const table of ['left_half', 'right_half'])
        await sql`create table ${sql.table(table)} (id int primary key, body text)`.execute(
          database,
        )
      await sql`create table counter (value int)`.execute(database)
      await sql`insert into counter values (0)`.execute(database)
      hasTables = true
      next = 0
      let id = 0
      const write = async () => {
        while (cuts.length <= rounds) {
          id += 1
          const current = id
          if (await writeOnce(database, current)) acknowledged.add(current)
          if (current % checkpointEvery === 0) await sql`checkpoint`.execute(database)
        }
      }
      await Promise.all(Array.from({ length: writers }, write))
      await close()
    } finally {
      disk.release()
    }

    for (const cut of cuts) {
      const { requests: database, close } = await open(cut.name)
      if (cut.acknowledged !== undefined) {
        const present = await readBack(database)
        expect([...cut.acknowledged].filter((id) => !present.has(id))).toEqual([])
      }
      await close()
    }
    expect(cuts.at(-1)?.acknowledged?.size).toBeGreaterThan(0)
  },
)

test('a database opens of whose unlogged table only the first file survived', async () => {
  const disk = powerCutDisk(join(folder, 'unlogged'))
  const cut = 'cut-unlogged'
  try {
    const { requests: database, close } = await open('unlogged')
    await sql`create unlogged table passing (id int)`.execute(database)
    // PostgreSQL creates the table's file first, and then the empty one that it starts from.
    disk.writeSurvivors(join(folder, cut), (changed) => {
      const initial = changed.findIndex((name) => name.endsWith('_init'))
      return initial === -1 ? changed.length : initial
    })
    await close()
  } finally {
    disk.release()
  }
  const { requests: database, close } = await open(cut)
  const { rows } = await sql`select id from passing`.execute(database)
  expect(rows).toEqual([])
  await close()
})

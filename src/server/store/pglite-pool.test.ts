import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { PostgresPool } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { migratedFile } from '@/server/testing/migrated-database'
import { DatabaseUnavailable } from './database-unavailable'
import { pglitePool } from './pglite-pool'

// Creating a database takes seconds, so the tests share a copy of one.
let pglite: PGlite
beforeAll(async () => {
  const copied = await readFile(migratedFile(inject('migratedDatabase')))
  pglite = await PGlite.create({ loadDataDir: new Blob([copied]) })
})
afterAll(() => pglite.close())
// Each pool prepares statements under the same names.
beforeEach(() => pglite.exec('deallocate all'))

test('values of every kind come back as sent; an error leaves the connection usable', async () => {
  const connection = await pglitePool(pglite).connect()
  const query = async (text: string, parameters: readonly unknown[] = []) =>
    (await connection.query<Record<string, unknown>>(text, parameters)).rows
  const at = new Date('2026-05-04T03:02:01.234Z')
  const long = 'ü'.repeat(10_000)
  const select =
    'select $1::text as text, $2::text[] as texts, $3::timestamptz as at, $4::jsonb as json, ' +
    '$5::int as number, $6::bool as flag, $7::text as missing, $8::bigint as big'
  const texts = ['plain', 'with "quotes" and \\', 'a,b', '{}', '', null]
  const values = [long, texts, at, { list: [1, 'ß'] }, -5, true, null, 9_007_199_254_740_993n]
  const row = {
    text: long,
    texts,
    at,
    json: { list: [1, 'ß'] },
    number: -5,
    flag: true,
    missing: null,
    // As the driver for servers reads it, since a number may not hold it.
    big: '9007199254740993',
  }
  // The second time it is prepared.
  expect(await query(select, values)).toEqual([row])
  expect(await query(select, values)).toEqual([row])

  const divide = 'select 1 / $1::int as share'
  await expect(query(divide, [0])).rejects.toMatchObject({ code: '22012' })
  expect(await query(divide, [1])).toEqual([{ share: 1 }])
  await expect(query('select nothing')).rejects.toMatchObject({ code: '42703' })
  expect(await query('select count(*)::int as count from generate_series(1, 2000)')).toEqual([
    { count: 2000 },
  ])
  await query('create table things (id int)')
  const written = await connection.query('insert into things values (1), (2)', [])
  expect(written.rowCount).toBe(2)
  connection.release()
})

/**
 * Makes a pool of the database, counts the calls of the database and notes how transactions begin
 * and end.
 */
function counted(options: Parameters<typeof pglitePool>[1] = {}) {
  let calls = 0
  const bounds: string[] = []
  const bound = /(begin|start transaction|savepoint|commit|rollback to|rollback)\b/g
  const own = pglitePool(
    {
      execProtocolRawStream(message, streamOptions) {
        calls += 1
        bounds.push(
          ...Array.from(new TextDecoder().decode(message).matchAll(bound), ([text]) => text),
        )
        return pglite.execProtocolRawStream(message, streamOptions)
      },
      close: async () => void (isClosed = true),
    },
    options,
  )
  let isClosed = false
  return { own, bounds, calls: () => calls, isClosed: () => isClosed }
}

/** Sends a statement with a client of its own, as requests do. */
async function send(own: PostgresPool, text: string, parameters: readonly unknown[] = []) {
  const client = await own.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, parameters)).rows
  } finally {
    client.release()
  }
}

test('statements sent together run together, each with its own result or error', async () => {
  const { own, calls } = counted()
  const share = (by: number) => send(own, 'select 6 / $1::int as share', [by])
  const results = await Promise.allSettled([share(1), share(0), share(3), send(own, 'select 4 n')])
  expect(results).toMatchObject([
    { value: [{ share: 6 }] },
    { status: 'rejected', reason: { code: '22012' } },
    { value: [{ share: 2 }] },
    { value: [{ n: 4 }] },
  ])
  expect(calls()).toBe(1)
  // Now it is prepared.
  expect(await Promise.all([share(2), share(6)])).toEqual([[{ share: 3 }], [{ share: 1 }]])
  expect(calls()).toBe(2)
})

test('no more than eight statements run together, with a pause before', async () => {
  let pauses = 0
  const { own, calls } = counted({ pause: async () => (pauses += 1) })
  await Promise.all(Array.from({ length: 20 }, () => send(own, 'select 1')))
  expect({ calls: calls(), pauses }).toEqual({ calls: 3, pauses: 3 })
})

test('a transaction runs with nothing else in between, in the order of asking', async () => {
  const { own } = counted()
  await send(own, 'create table entries (id serial, name text)')
  const insert = 'insert into entries (name) values ($1)'
  const transaction = async (name: string, end: 'commit' | 'rollback') => {
    const client = await own.connect()
    await client.query('begin', [])
    await client.query(insert, [`${name} begins`])
    // So that others could come in between.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await client.query(insert, [`${name} ends`])
    await client.query(end, [])
    client.release()
  }
  await Promise.all([
    send(own, insert, ['first']),
    transaction('second', 'commit'),
    send(own, insert, ['third']),
    transaction('fourth', 'rollback'),
    transaction('fifth', 'commit'),
    send(own, insert, ['sixth']),
  ])
  const entries = await send(own, 'select name from entries order by id')
  const order = 'first,second begins,second ends,third,fifth begins,fifth ends,sixth'
  expect(entries.map(({ name }) => name).join(',')).toBe(order)
})

/** Runs statements as a transaction, one after the other. */
async function transact(own: PostgresPool, statements: readonly string[], begin = 'begin') {
  const client = await own.connect()
  try {
    await client.query(begin, [])
    for (const text of statements) await client.query(text, [])
    await client.query('commit', [])
  } catch (error) {
    await client.query('rollback', [])
    throw error
  } finally {
    client.release()
  }
}

test('waiting transactions are committed together, without those that fail', async () => {
  const { own, bounds } = counted()
  await send(own, 'create table grouped (name text)')
  const insert = (name: string) => `insert into grouped values ('${name}')`
  const results = await Promise.allSettled([
    transact(own, [insert('first')]),
    transact(own, [insert('second'), 'select 1 / 0']),
    transact(own, [insert('third')]),
    send(own, 'select name from grouped'),
    transact(own, [insert('fifth'), 'select 1 / 0']),
    transact(own, [insert('sixth')]),
  ])
  const outcomes = results.map(({ status }) => status === 'fulfilled')
  expect(outcomes).toEqual([true, false, true, true, false, true])
  expect(results[3]).toMatchObject({ value: [{ name: 'first' }, { name: 'third' }] })
  expect(bounds.join(', ')).toBe(
    'begin, savepoint, rollback to, savepoint, commit, begin, rollback, begin, commit',
  )
  const names = await send(own, 'select name from grouped')
  expect(names.map(({ name }) => name)).toEqual(['first', 'third', 'sixth'])
})

test('no transaction of a group is answered before its commit; if that fails, all do', async () => {
  const { own, bounds } = counted()
  await send(own, 'create table late (id int unique deferrable initially deferred)')
  const boundsAtAnswer: string[] = []
  const insert = (id: number) =>
    transact(own, [`insert into late values (${id})`]).finally(() =>
      boundsAtAnswer.push(bounds.join(' ')),
    )
  await Promise.all([insert(1), insert(2)])
  expect(boundsAtAnswer).toEqual(['begin savepoint commit', 'begin savepoint commit'])
  const results = await Promise.allSettled([insert(3), insert(1)])
  expect(results).toMatchObject([{ reason: { code: '23505' } }, { reason: { code: '23505' } }])
  expect(await send(own, 'select id from late order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('a group is not larger than eight, and a transaction with a snapshot is alone', async () => {
  const { own, bounds } = counted()
  await Promise.all(Array.from({ length: 10 }, () => transact(own, ['select 1'])))
  const eight = ['begin', ...Array.from({ length: 7 }, () => 'savepoint'), 'commit']
  expect(bounds.splice(0)).toEqual([...eight, 'begin', 'savepoint', 'commit'])
  const snapshot = 'start transaction isolation level repeatable read'
  await Promise.all([
    transact(own, ['select 1'], snapshot),
    transact(own, ['select 1']),
    transact(own, ['select 1'], snapshot),
  ])
  expect(bounds.join(', ')).toBe(
    'start transaction, commit, begin, commit, start transaction, commit',
  )
})

test('a transaction that has failed or is left open takes back itself only', async () => {
  const { own } = counted()
  await send(own, 'create table kept (name text)')
  const insert = (name: string) => `insert into kept values ('${name}')`
  const careless = async (...statements: string[]) => {
    const client = await own.connect()
    for (const text of ['begin', ...statements]) await client.query(text, []).catch(() => {})
    client.release()
  }
  await Promise.all([
    transact(own, [insert('first')]),
    careless(insert('failed'), 'select 1 / 0', 'commit'),
    transact(own, [insert('third')]),
    careless(insert('left open')),
    transact(own, [insert('fifth')]),
  ])
  const names = await send(own, 'select name from kept')
  expect(names.map(({ name }) => name)).toEqual(['first', 'third', 'fifth'])
})

/** Makes a pool of a database that the n-th message with a text does not reach. */
function unreachableAt(text: string, n: number): PostgresPool {
  let count = 0
  return pglitePool({
    async execProtocolRawStream(message, options) {
      const isIt = new TextDecoder().decode(message).includes(text)
      if (isIt) count += 1
      if (isIt && count === n) throw new Error('unreachable')
      return pglite.execProtocolRawStream(message, options)
    },
    close: async () => {},
  })
}

test('a group that the database rolled back is not answered as committed', async () => {
  const own = unreachableAt('rollback to', 1)
  await send(own, 'create table doubtful (name text)')
  const results = await Promise.allSettled([
    transact(own, ["insert into doubtful values ('first')"]),
    transact(own, ['select 1 / 0']),
  ])
  expect(results).toMatchObject([
    { reason: { message: 'The transactions of this group were rolled back' } },
    { reason: { message: 'unreachable' } },
  ])
  expect(await send(own, 'select name from doubtful')).toEqual([])
})

test('a transaction that could not join a group takes nothing back from the others', async () => {
  const own = unreachableAt('savepoint ', 2)
  await send(own, 'create table joined (name text)')
  const insert = (name: string) => transact(own, [`insert into joined values ('${name}')`])
  const results = await Promise.allSettled([insert('first'), insert('second'), insert('third')])
  const names = await send(own, 'select name from joined')
  const committed = ['first', 'second', 'third'].filter(
    (_name, index) => results[index]?.status === 'fulfilled',
  )
  expect(names.map(({ name }) => name)).toEqual(committed)
})

test('a group whose commit did not reach the database leaves nothing to the next', async () => {
  const own = unreachableAt('commit', 1)
  await send(own, 'create table left_over (id int)')
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, id) => transact(own, [`insert into left_over values (${id})`])),
  )
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 8 }, () => 'rejected'),
    'fulfilled',
  ])
  expect(await send(own, 'select id from left_over')).toEqual([{ id: 8 }])
})

test('a transaction that could not begin holds up nobody', async () => {
  const { own } = counted()
  await expect(send(own, 'begin nothing')).rejects.toMatchObject({ code: '42601' })
  expect(await send(own, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('if the database fails, so does each statement; the next one is tried', async () => {
  let hasFailed = false
  const own = pglitePool({
    async execProtocolRawStream(message, options) {
      if (hasFailed) return pglite.execProtocolRawStream(message, options)
      hasFailed = true
      throw new Error('unreachable executed')
    },
    close: async () => {},
  })
  const failed = await Promise.allSettled([send(own, 'select 1'), send(own, 'select 2')])
  expect(failed).toMatchObject([
    { reason: { message: 'unreachable executed' } },
    { reason: { message: 'unreachable executed' } },
  ])
  expect(await send(own, 'select 3 as three')).toEqual([{ three: 3 }])
})

test('a full disk is an outage, which is logged once', async () => {
  let count = 0
  const log = { info: () => {}, error: () => void (count += 1) }
  const { own } = counted({ log })
  const fill = "do $$ begin raise exception 'full' using errcode = '53100'; end $$"
  const full = new DatabaseUnavailable('The database is out of disk space', false, undefined)
  await expect(send(own, fill)).rejects.toThrow(full)
  await expect(transact(own, [fill])).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(count).toBe(1)
  expect(await send(own, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the connection is observed once per batch and transaction, each statement once', async () => {
  const seen: string[] = []
  const { own } = counted({
    observer: {
      connectionTaken: () => seen.push('taken'),
      connectionReleased: () => seen.push('released'),
      statementEnded: (outcome) => seen.push(outcome),
    },
  })
  await Promise.allSettled([send(own, 'select 1'), send(own, 'select nothing')])
  expect(seen.splice(0)).toEqual(['taken', 'ok', 'error', 'released'])
  await transact(own, [])
  expect(seen.splice(0)).toEqual(['taken', 'ok', 'released', 'ok'])
})

test('the pool ends after the last client has returned, and lends no more', async () => {
  const { own, isClosed } = counted()
  const [first, second] = [await own.connect(), await own.connect()]
  const ended = own.end()
  await expect(own.connect()).rejects.toThrow('has ended')
  first.release()
  await second.query('select 1', [])
  expect(isClosed()).toBe(false)
  second.release()
  await ended
  expect(isClosed()).toBe(true)
  await counted().own.end()
})

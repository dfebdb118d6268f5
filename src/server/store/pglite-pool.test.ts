import { PGlite } from '@electric-sql/pglite'
import type { PostgresPool } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pglitePool } from './pglite-pool'

// Creating a database takes seconds, so the tests share one.
let pool: PostgresPool
beforeAll(async () => void (pool = pglitePool(await PGlite.create())))
afterAll(() => pool.end())

test('values of every kind come back as sent; an error leaves the connection usable', async () => {
  const connection = await pool.connect()
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

test('the connection is handed to one user at a time, in the order of asking', async () => {
  const order: string[] = []
  const use = async (name: string) => {
    const connection = await pool.connect()
    order.push(`${name} begins`)
    await connection.query('select 1', [])
    order.push(`${name} ends`)
    connection.release()
  }
  await Promise.all([use('first'), use('second'), use('third')])
  expect(order).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseServer } from '@/server/testing/database-server'
import { createServerDatabase, type ServerDatabase } from '@/server/testing/server-database'
import { lockId, migrate } from './migrate'
import { statementClient } from './statement-client'

/** Runs each statement outside a transaction on another connection, as a transaction pooler may. */
function transactionPool(connections: readonly pg.Client[]): PostgresPool {
  let turn = 0
  const next = () => connections[(turn += 1) % connections.length]
  return {
    async connect() {
      let inTransaction: pg.Client | undefined
      const run = async (text: string, parameters: readonly unknown[]) => {
        if (text === 'begin') inTransaction = next()
        const result = await (inTransaction ?? next())?.query(text, [...parameters])
        if (text === 'commit' || text === 'rollback') inTransaction = undefined
        return { rowCount: result?.rowCount ?? 0, rows: result?.rows ?? [] }
      }
      return statementClient(run, () => {})
    },
    end: async () => {},
  }
}

describe.skipIf(databaseServer === undefined)('with a server', () => {
  let database: ServerDatabase
  const connections: pg.Client[] = []
  beforeAll(async () => {
    database = await createServerDatabase(databaseServer ?? '')
    for (let count = 0; count < 6; count += 1) {
      const client = new pg.Client({ connectionString: database.address.href })
      await client.connect()
      connections.push(client)
    }
  })
  afterAll(async () => {
    for (const client of connections) await client.end()
    await database.drop()
  })

  test('two servers migrate a database at once behind a pooler, and leave no lock', async () => {
    await Promise.all([
      migrate(transactionPool(connections.slice(0, 3))),
      migrate(transactionPool(connections.slice(3))),
    ])
    const locks = await connections[0]?.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and datname = current_database()`,
    )
    expect(locks?.rowCount).toBe(0)
  })

  test('a statement timeout of the role does not end migrations', async () => {
    const [own, other] = connections
    if (own === undefined || other === undefined) throw new Error('Two connections are needed')
    await own.query('set statement_timeout = 50')
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(${lockId})`)
    const migrating = migrate(transactionPool([own]))
    await pause(300)
    await other.query('commit')
    await expect(migrating).resolves.toBeUndefined()
    await own.query('reset statement_timeout')
  })
})

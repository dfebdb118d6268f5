import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { AuthCache } from '@/server/core/access/auth-cache'
import { managementApi } from '@/server/http/api'
import { runJobs } from '@/server/jobs/run-jobs'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { freshDatabase } from '@/server/testing/database'
import { startDatabaseProxy, type DatabaseProxy } from '@/server/testing/database-proxy'
import { databaseServer, isPooled } from '@/server/testing/database-server'
import { freePort } from '@/server/testing/free-port'
import { pgBouncerProgram, startPgBouncer } from '@/server/testing/pgbouncer'
import { databaseOver, type Database, type Queryable } from './database'
import { DatabaseUnavailable } from './database-unavailable'
import type { PoolObserver } from './pool-observer'
import { postgresPool, type PoolOptions } from './postgres-pool'
import { retryOnConflict } from './retry'
import { planEachTime } from './statement-names'

let logged: string[] = []
let loggedFacts: object[] = []
const log = {
  info: (_facts: object, message: string) => void logged.push(message),
  error(facts: object, message: string) {
    logged.push(message)
    loggedFacts.push(facts)
  },
}
const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy()
  logged = []
  loggedFacts = []
})

function open(connectionString: string, options: Partial<PoolOptions> = {}): Database {
  const database = databaseOver(
    postgresPool({ connectionString, max: 3, statementMilliseconds: 500, log, ...options }),
  )
  opened.push(database)
  return database
}
const ping = (database: Database) => sql`select 1`.execute(database)

/** Returns the error of work, and how long it took to fail. */
async function failure(work: Promise<unknown>) {
  const since = performance.now()
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { error, milliseconds: performance.now() - since }
}

const api = await apiPerFile()

describe('without a server', () => {
  let unreachable: string
  beforeAll(async () => {
    unreachable = `postgres://signalbox:secret@127.0.0.1:${await freePort()}/signalbox`
  })

  test('requests get 503 without delay; the process is healthy but not ready', async () => {
    const workspace = await api.newWorkspace()
    const database = open(unreachable)
    const authCache = new AuthCache(database, api.dependencies.clock)
    const app = managementApi({
      dependencies: { ...api.dependencies, authCache, database },
      extensions: true,
    })
    const headers = {
      Authorization: `Bearer ${await adminToken(workspace)}`,
      'Content-Type': 'application/json',
    }
    for (const [method, path, body] of [
      ['GET', '/connectors'],
      ['POST', '/connectors', '{"name":"New"}'],
      ['GET', '/ready'],
    ] as const) {
      const since = performance.now()
      const response = await app.request(path, { method, headers, body: body ?? null })
      expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '3'])
      const errorBody: unknown = await response.json()
      expect(errorBody).toEqual({
        type: 'internal',
        key: 'unavailable',
        message: expect.stringContaining('No connection to the database is available'),
      })
      expect(JSON.stringify(response)).not.toContain('secret')
      expect(performance.now() - since).toBeLessThan(2000)
    }
    expect((await app.request('/health')).status).toBe(200)
  })

  test('jobs log one line, however often they run', async () => {
    const stopping = new AbortController()
    const { usage } = api.dependencies
    const { id: workspaceId } = await api.newWorkspace()
    const limit = 'apiRequestsPerSecond'
    usage.record({ workspaceId, limit, level: 1, max: 9, refused: false })
    const write = vi.spyOn(usage, 'write')
    const running = runJobs(
      { ...api.dependencies, log, database: open(unreachable) },
      stopping.signal,
    )
    await vi.waitFor(() => expect(write.mock.calls.length).toBeGreaterThanOrEqual(3), {
      timeout: 20_000,
    })
    stopping.abort()
    await running
    expect(logged).toEqual(['the database is unavailable'])
    await usage.write(api.dependencies.database)
    const written = await api.dependencies.database
      .selectFrom('usage_minutes')
      .select('used')
      .where('workspace_id', '=', workspaceId)
      .execute()
    expect(written).toEqual([{ used: 1 }])
  })
})

describe.skipIf(databaseServer === undefined)('with a server', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let address = ''
  let proxy: DatabaseProxy
  beforeAll(async () => {
    fresh = await freshDatabase()
    address = fresh.address ?? ''
    proxy = await startDatabaseProxy(address)
  })
  afterAll(async () => {
    await proxy.close()
    await fresh.close()
  })

  test.each([
    ['57P01', 'The connection to the database was lost'],
    ['08006', 'The connection to the database was lost'],
    ['57P03', 'No connection to the database is available'],
    ['53300', 'The database is overloaded'],
    ['53100', 'The database is out of disk space'],
    ['25006', 'The database is read-only at the moment'],
    ['57014', 'The database took too long to respond'],
  ])('a statement refused with %s is an outage', async (state, message) => {
    const database = open(address)
    const refused = await failure(
      sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`).execute(database),
    )
    expect(refused.error).toBeInstanceOf(DatabaseUnavailable)
    expect(refused.error).toMatchObject({ message })
    await ping(database)
  })

  const preparedOn = async (database: Database) =>
    (
      await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        database,
      )
    ).rows.map(({ statement }) => statement)

  test.skipIf(isPooled)('statements are planned once per connection, unless marked', async () => {
    const database = open(address, { max: 1 })
    const count = (from: number) => sql`select ${from}::int + 1`.execute(database)
    await count(1)
    await count(2)
    await sql`${planEachTime} select ${1}::int + 2`.execute(database)
    const prepared = await preparedOn(database)
    expect(prepared.filter((statement) => statement.includes('+ 1'))).toHaveLength(1)
    expect(prepared.filter((statement) => statement.includes('+ 2'))).toEqual([])
  })

  const timeLimit = async (database: Queryable) =>
    (
      await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
        database,
      )
    ).rows[0]?.limit

  test.skipIf(pgBouncerProgram() === undefined)(
    'behind PgBouncer nothing is prepared, and no setting outlives its transaction',
    async () => {
      const pgBouncer = await startPgBouncer(address)
      const database = open(pgBouncer.address, { max: 1 })
      await sql`select ${1}::int + 3`.execute(database)
      expect(await preparedOn(database)).toEqual([])
      expect(await database.transaction().execute(timeLimit)).toBe('500ms')
      expect(await timeLimit(database)).toBe('0')
      await database.destroy()
      opened.splice(opened.indexOf(database), 1)
      await pgBouncer.close()
    },
  )

  test('a changed table does not break statements that were planned for it', async () => {
    const database = open(address)
    await sql`create table changing (a int)`.execute(database)
    const read = (from: Queryable) => sql`select * from changing`.execute(from)
    const addColumn = (name: string) =>
      sql`alter table changing add column ${sql.ref(name)} int`.execute(database)
    await Promise.all([read(database), read(database), read(database)])
    await addColumn('b')
    await read(database)
    await Promise.all([read(database), read(database), read(database)])
    await addColumn('c')
    const { rows } = await retryOnConflict(() => database.transaction().execute(read))
    expect(rows).toEqual([])
  })

  test('an error of the statement itself is no outage, and its connection is reused', async () => {
    const database = open(address, { max: 1 })
    const backend = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]?.pid
    const before = await backend()
    const { error } = await failure(sql`select 1 / 0`.execute(database))
    expect(error).not.toBeInstanceOf(DatabaseUnavailable)
    expect(error).toMatchObject({ code: '22012' })
    expect(await backend()).toBe(before)
  })

  test('a write to a read-only database is an outage, and the server is not ready', async () => {
    const readOnly = new URL(address)
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const database = open(readOnly.href)
    const { error } = await failure(sql`create table refused ()`.execute(database))
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    const ready = await managementApi({
      dependencies: { ...api.dependencies, database },
      extensions: true,
    }).request('/ready')
    expect(ready.status).toBe(503)
  })

  test('a statement that takes too long loses its connection and its locks', async () => {
    const database = open(address)
    const slow = await failure(sql`select pg_sleep(20)`.execute(database))
    expect(slow.error).toBeInstanceOf(DatabaseUnavailable)
    expect(slow.milliseconds).toBeLessThan(5000)
    await ping(database)
    const settings = await database.transaction().execute(async (transaction) => {
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement,
               current_setting('idle_in_transaction_session_timeout') as idle,
               current_setting('jit') as jit`.execute(transaction)
      return rows
    })
    expect(settings).toEqual([{ statement: '500ms', idle: '500ms', jit: 'off' }])
    expect(await timeLimit(database)).toBe(isPooled ? '0' : '500ms')
  })

  test('a network that drops all packets is noticed; its connections are not reused', async () => {
    const database = open(proxy.address)
    await Promise.all([ping(database), ping(database), ping(database)])
    proxy.swallow()
    const inTransaction = failure(
      database.transaction().execute(async (transaction) => sql`select 1`.execute(transaction)),
    )
    const [first, second] = await Promise.all([inTransaction, failure(ping(database))])
    for (const { error, milliseconds } of [first, second]) {
      expect(error).toBeInstanceOf(DatabaseUnavailable)
      expect(milliseconds).toBeLessThan(8000)
    }
    expect(loggedFacts).toEqual([{ error: new Error('No response within 500 ms') }])
    proxy.recover()
    // The idle connections are dead too, and must not be handed out.
    await Promise.all([ping(database), ping(database), ping(database)])
  })

  test('waiting too long for a connection from a full pool is an outage', async () => {
    const database = open(address, { max: 1, queueMilliseconds: 500 })
    await database.connection().execute(async (held) => {
      await ping(held)
      const waiting = await failure(ping(database))
      expect(waiting.error).toBeInstanceOf(DatabaseUnavailable)
      expect(waiting.milliseconds).toBeLessThan(8000)
    })
    await ping(database)
  })

  test.skipIf(isPooled)('with too few connections on the server, requests wait', async () => {
    const role = `limited_${randomBytes(6).toString('hex')}`
    await sql`create role ${sql.id(role)} login connection limit 2`.execute(fresh.database)
    const limited = new URL(address)
    limited.username = role
    const options = { max: 5, queueMilliseconds: 20_000, statementMilliseconds: 20_000 }
    const database = open(limited.href, options)
    const works = Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(database))
    expect(await Promise.all(works)).toHaveLength(12)
    const other = open(limited.href, options)
    const waiting = ping(other)
    await database.destroy()
    opened.splice(opened.indexOf(database), 1)
    await waiting
    expect(logged).toEqual([])
    await other.destroy()
    opened.splice(opened.indexOf(other), 1)
    await sql`drop role ${sql.id(role)}`.execute(fresh.database)
  })

  test('a connection that is terminated in a transaction fails only that transaction', async () => {
    const database = open(address, { statementMilliseconds: 20_000 })
    const { error } = await failure(
      database.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
          transaction,
        )
        await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(fresh.database)
        await sql`select 1`.execute(transaction)
      }),
    )
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    await ping(database)
    expect(logged).toContain('the database is unavailable')
  })

  test('statements and uses of connections are observed', async () => {
    const observed: string[] = []
    const isShort = (seconds: number) => seconds >= 0 && seconds < 10
    const observer: PoolObserver = {
      connectionTaken: (seconds) => void observed.push(`taken ${isShort(seconds)}`),
      connectionReleased: () => void observed.push('released'),
      statementEnded: (outcome, seconds) => void observed.push(`${outcome} ${isShort(seconds)}`),
    }
    const database = open(address, { observer })
    await ping(database)
    await failure(sql`select 1 / 0`.execute(database))
    const taken = 'taken true'
    expect(observed).toEqual([taken, 'ok true', 'released', taken, 'error true', 'released'])
    observed.length = 0
    await database.transaction().execute(ping)
    expect(observed).toEqual([taken, 'ok true', 'ok true', 'ok true', 'released'])
  })

  test('idle connections that were terminated are replaced before use', async () => {
    const database = open(address)
    const backends = async () => {
      const found = Array.from({ length: 3 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(database),
      )
      return (await Promise.all(found)).map(({ rows }) => rows[0]?.pid)
    }
    const before = await backends()
    expect(new Set(before).size).toBe(3)
    // PgBouncer can lend one of them to this statement.
    await sql`
      select pg_terminate_backend(pid, 5000) from unnest(${before}::int[]) as pid
      where pid <> pg_backend_pid()`.execute(fresh.database)
    const after = await backends()
    if (!isPooled) expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(logged).toEqual([])
  })

  test('after a lost statement, all others of the transaction fail with its error', async () => {
    const database = open(address)
    const errors: unknown[] = []
    const { error } = await failure(
      database.transaction().execute(async (transaction) => {
        for (const seconds of [20, 0])
          errors.push((await failure(sql`select pg_sleep(${seconds})`.execute(transaction))).error)
      }),
    )
    expect(errors[0]).toMatchObject({ message: 'The database took too long to respond' })
    expect([errors[1], error]).toEqual([errors[0], errors[0]])
    expect(logged).toEqual(['the database is unavailable'])
  })

  test('a statement that the server refuses to begin has certainly not happened', async () => {
    const raise = (state: string) =>
      sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`)
    for (const [state, isOutcomeUnknown] of [
      ['53300', false],
      ['25006', false],
      ['08006', true],
    ] as const)
      expect((await failure(raise(state).execute(open(address)))).error).toMatchObject({
        isOutcomeUnknown,
      })
  })

  test('a transaction that was left open is not lent to others', async () => {
    const database = open(address, { max: 1 })
    await database.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await sql`create temporary table left_open ()`.execute(connection)
    })
    const { rows } = await sql`select to_regclass('left_open') as found`.execute(database)
    expect(rows).toEqual([{ found: null }])
  })

  test('a result counts the rows that changed', async () => {
    const database = open(address)
    await sql`create table counted (a int)`.execute(database)
    const insert = sql`insert into counted values (1), (2)`
    expect(await insert.execute(database)).toMatchObject({ numAffectedRows: 2n, rows: [] })
  })

  test('a pool that was closed is no outage', async () => {
    const pool = postgresPool({ connectionString: address, max: 1, log })
    await pool.end()
    const { error } = await failure(pool.connect())
    expect(error).toMatchObject({ message: expect.stringContaining('after calling end') })
    expect(logged).toEqual([])
  })

  test.skipIf(isPooled)(
    'times are read whatever format the database has for its user',
    async () => {
      const { rows } = await sql<{
        time: Date
      }>`select timestamptz '2026-11-28 09:00Z' as time`.execute(
        open(`${address}?options=-c%20datestyle%3Dgerman`),
      )
      expect(rows).toEqual([{ time: new Date('2026-11-28T09:00Z') }])
    },
  )

  test('without a time limit a statement may take as long as it needs', async () => {
    const database = open(address, { statementMilliseconds: undefined })
    await sql`select pg_sleep(0.7)`.execute(database)
    expect(await database.transaction().execute(timeLimit)).toBe('0')
  })
})

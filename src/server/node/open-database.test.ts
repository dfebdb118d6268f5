import fs from 'node:fs'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { databaseOver, type Database } from '@/server/store/database'
import { pglitePool } from '@/server/store/pglite-pool'
import { freshDatabase } from '@/server/testing/database'
import { startDatabaseProxy } from '@/server/testing/database-proxy'
import { databaseServer, isPooled } from '@/server/testing/database-server'
import { freePort } from '@/server/testing/free-port'
import { listen } from '@/server/testing/listen'
import { fillDataFolder } from '@/server/testing/migrated-database'
import { openPglite } from './embedded-database'
import { openDatabase } from './open-database'

const quiet = { info: () => {}, error: () => {} }
const open = (address: string, patienceMilliseconds: number, log = quiet) =>
  openDatabase(
    { DATABASE_URL: address, DATA_DIR: '', EMBEDDED_FSYNC: true },
    { log, patienceMilliseconds },
  )

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((error: unknown) => error)
  return error instanceof Error ? error.message : ''
}

test('an unavailable database is reported with host and reason, without its password', async () => {
  const port = await freePort()
  const message = await messageOf(open(`postgres://signalbox:secret@127.0.0.1:${port}/data`, 1000))
  expect(message).toContain(`DATABASE_URL: the database at 127.0.0.1:${port} was not available`)
  expect(message).toContain('ECONNREFUSED')
  expect(message).not.toContain('secret')
})

test('a certificate that cannot be read is reported at once, without the password', async () => {
  const log = { info: () => {}, error: vi.fn<() => void>() }
  const address = 'postgres://signalbox:secret@127.0.0.1:1/data?sslrootcert=/none/ca.pem'
  const message = await messageOf(open(address, 30_000, log))
  expect(message).toMatch(/^DATABASE_URL: ENOENT: .*'\/none\/ca.pem'$/)
  expect(log.error).not.toHaveBeenCalled()
})

test('a password that is not encoded as UTF-8 is reported at once, and not shown', async () => {
  const message = await messageOf(open('postgres://signalbox:caf%E9@127.0.0.1:1/data', 30_000))
  expect(message).toMatch(/^DATABASE_URL: Encode special characters as UTF-8, such as %C3%A9/)
  expect(message).not.toContain('caf')
})

/** Starts a server that refuses all connections. @returns its port */
async function startRefusing(state: string, message: string): Promise<number> {
  const fields = Buffer.from(`SFATAL\0C${state}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.byteLength + length.byteLength)
  const server = createServer((connection) => {
    connection.on('error', () => {})
    connection.once('data', () => connection.end(Buffer.concat([Buffer.from('E'), length, fields])))
  })
  onTestFinished(() => void server.close())
  return listen(server)
}

test.each([
  ['28P01', 'password authentication failed for user "ann"', 'refuses the connection'],
  ['3D000', 'database "data" does not exist', 'refuses the connection'],
  // As PgBouncer reports them.
  ['08P01', 'SASL authentication failed', 'refuses the connection'],
  ['08P01', '"trust" authentication failed', 'refuses the connection'],
  ['08P01', 'no such user: ann', 'refuses the connection'],
  ['08P01', 'database "data" does not exist', 'refuses the connection'],
  ['08P01', 'pgbouncer cannot connect to server', 'was not available'],
])('waits only if that can help: %s, %s', async (state, reason, expected) => {
  const port = await startRefusing(state, reason)
  const message = await messageOf(open(`postgres://ann:secret@127.0.0.1:${port}/data`, 1500))
  expect(message).toContain(expected)
  expect(message).toContain(reason)
})

const onServer = databaseServer !== undefined

describe.skipIf(onServer)('an embedded database', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-opened-'))
    await fillDataFolder(folder, inject('migratedDatabase'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const openFolder = () =>
    openDatabase(
      { DATABASE_URL: undefined, DATA_DIR: folder, EMBEDDED_FSYNC: false },
      { log: quiet },
    )

  test('is backed up by two commands at once, one after the other', async () => {
    const { backUp, close } = await openFolder()
    const backups = await Promise.allSettled([backUp?.(), backUp?.()])
    for (const backup of backups) {
      expect(backup).toMatchObject({ status: 'fulfilled', value: expect.any(Readable) })
      if (backup.status === 'fulfilled') backup.value?.resume()
    }
    const copies = async () => (await readdir(folder)).filter((name) => name.startsWith('backup.'))
    await vi.waitFor(async () => expect(await copies()).toEqual([]), 50_000)
    await close()
  })

  test('is opened, and what was cut off (a creation, a backup) is deleted', async () => {
    for (const name of ['database.incomplete', 'backup.incomplete-a1B2c3', 'backup-of-mine'])
      await mkdir(join(folder, name, 'database'), { recursive: true })
    const { close } = await openFolder()
    await close()
    expect(new Set(await readdir(folder))).toEqual(new Set(['backup-of-mine', 'database']))
  })

  test.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    const database = join(folder, 'database')
    // As an earlier version created it.
    await chmod(database, 0o755)
    const { close } = await openFolder()
    await close()
    expect((await stat(database)).mode & 0o777).toBe(0o700)
  })

  test('that was moved in after a failed creation is kept', async () => {
    const database = join(folder, 'database')
    const { mtimeMs } = await stat(join(database, 'PG_VERSION'))
    await rename(database, join(folder, 'moved'))
    const create = vi.spyOn(PGlite, 'create').mockRejectedValueOnce(new Error('No space'))
    expect(await messageOf(openFolder())).toContain('does not open')
    create.mockRestore()
    await rm(database, { recursive: true, force: true })
    await rename(join(folder, 'moved'), database)
    const { close } = await openFolder()
    await close()
    expect((await stat(join(database, 'PG_VERSION'))).mtimeMs).toBe(mtimeMs)
  })

  test('lets requests that were cut off with the server be repeated at once', async () => {
    const first = await openFolder()
    const claim = { caller: 'me', fingerprint: '', sealed_body: null, created_at: new Date() }
    await first.requests
      .insertInto('idempotent_requests')
      .values([
        { ...claim, key: 'cut off', status: null },
        { ...claim, key: 'took effect', status: null, took_effect: true },
        { ...claim, key: 'finished', status: 200 },
      ])
      .execute()
    await first.close()
    const { requests, close } = await openFolder()
    const left = await requests.selectFrom('idempotent_requests').select('key').execute()
    await close()
    expect(new Set(left.map(({ key }) => key))).toEqual(new Set(['took effect', 'finished']))
  })

  test('that panics ends the process with the reason, and the next start recovers', async () => {
    const [first, copy] = [join(folder, 'first'), join(folder, 'copy')]
    await cp(join(folder, 'database'), join(first, 'database'), { recursive: true })
    // Not with jobs, and never closed: a damaged database can run in an endless loop.
    const damaged = databaseOver(pglitePool(await openPglite(first, true)))
    await sql`create table kept (n int)`.execute(damaged)

    const end = vi.spyOn(process, 'exit').mockImplementation((): never => {
      throw new Error('ended')
    })
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5 })
    })
    const insert = sql`insert into kept values (1)`.execute(damaged)
    await expect(insert).rejects.toThrow(/did not respond|I\/O error/)
    expect(end).toHaveBeenCalledExactlyOnceWith(1)
    expect(String(said.mock.calls[0]?.[0])).toMatch(/PANIC:.*could not fsync[^]*nothing .* is lost/)
    for (const spy of [end, said, sync]) spy.mockRestore()

    await cp(join(first, 'database'), join(copy, 'database'), { recursive: true })
    const recovered = await openPglite(copy, true)
    expect((await recovered.query('select n from kept')).rows).toHaveLength(1)
    await recovered.close()
  })

  test('that does not open says why', async () => {
    const owner = vi.spyOn(process, 'geteuid').mockReturnValue(0)
    const version = join(folder, 'database', 'PG_VERSION')
    const { uid, gid } = await stat(version)
    if (uid === 0) await chown(version, 1, 1)
    expect(await messageOf(openFolder())).toContain(`belongs to user ${uid === 0 ? 1 : uid}`)
    await chown(version, uid, gid)
    owner.mockRestore()

    await truncate(join(folder, 'database', 'global', 'pg_control'), 100)
    const message = await messageOf(openFolder())
    expect(message).toContain(`The embedded database in ${folder} does not open`)
    expect(message).toMatch(/PANIC:.*pg_control/)

    // As when it was moved into the folder of another one.
    await rename(join(folder, 'database'), join(folder, 'moved'))
    await mkdir(join(folder, 'database'))
    await rename(join(folder, 'moved'), join(folder, 'database', 'database'))
    for (const attempt of ['first', 'second'])
      expect(await messageOf(openFolder()), attempt).toMatch(/^DATA_DIR: .* is not empty/)
    expect(await readdir(join(folder, 'database', 'database'))).toContain('PG_VERSION')

    await rm(join(folder, 'database'), { recursive: true })
    await writeFile(join(folder, 'database'), '')
    expect(await messageOf(openFolder())).toMatch(/^DATA_DIR: ENOTDIR: /)
  })
})

describe.runIf(onServer)('with a server', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let address = ''
  beforeAll(async () => {
    fresh = await freshDatabase()
    address = fresh.address ?? ''
  })
  afterAll(() => fresh.close())

  test('the server waits for a database that starts late', async () => {
    const port = await freePort()
    const late = new URL(address)
    late.port = String(port)
    const opening: ReturnType<typeof open>[] = []
    await new Promise<void>((resume) => {
      opening.push(open(late.href, 30_000, { ...quiet, error: () => resume() }))
    })
    const proxy = await startDatabaseProxy(address, port)
    const [database] = await Promise.all(opening)
    if (database === undefined) throw new Error('Nothing was opened')
    const { rows } = await sql`select 1 as one`.execute(database.requests)
    expect(rows).toEqual([{ one: 1 }])
    await database.close()
    await proxy.close()
  })

  test.skipIf(isPooled)('few connections are divided between requests and jobs', async () => {
    const name = new URL(address).pathname.slice(1)
    await sql`alter database ${sql.id(name)} connection limit 5`.execute(fresh.database)
    const { requests, jobs, close } = await open(address, 30_000)
    const used = async (database: Database) => {
      const found = Array.from({ length: 6 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(database),
      )
      return new Set((await Promise.all(found)).map(({ rows }) => rows[0]?.pid)).size
    }
    expect([await used(requests), await used(jobs)]).toEqual([2, 1])
    await close()
  })

  test.skipIf(isPooled)('a user who may not create tables is told so', async () => {
    const { database } = fresh
    const name = `weak_${Date.now()}`
    await sql`create role ${sql.id(name)} login password 'weak'`.execute(database)
    const weak = new URL(address)
    Object.assign(weak, { username: name, password: 'weak' })
    expect(await messageOf(open(weak.href, 1000))).toMatch(
      /^DATABASE_URL: the database at .* does not let this user create tables.* permission denied/,
    )
    await sql`drop role ${sql.id(name)}`.execute(database)
  })

  // PgBouncer itself tries for a while.
  test.skipIf(isPooled)('an error that waiting cannot solve is reported at once', async () => {
    const missing = new URL(address)
    missing.pathname = '/missing'
    const since = performance.now()
    expect(await messageOf(open(missing.href, 30_000))).toContain(
      'database "missing" does not exist',
    )
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})

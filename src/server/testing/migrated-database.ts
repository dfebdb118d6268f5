import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../store/migrate'
import { pglitePool } from '../store/pglite-pool'
import { postgresPool } from '../store/postgres-pool'
import { recordStatements } from './statement-log'

/** The database that fresh ones are copied from: on a server, or the file of an embedded one. */
export type MigratedDatabase =
  | { on: 'server'; server: string; name: string }
  | { on: 'file'; path: string }

declare module 'vitest' {
  interface ProvidedContext {
    migratedDatabase: MigratedDatabase
  }
}

const log = { info: () => {}, error: () => {} }

type Made = [migrated: MigratedDatabase, remove: () => Promise<void>]

async function onServer(server: string): Promise<Made> {
  const name = `signalbox_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const pool = postgresPool({ connectionString: address.href, max: 1, log })
  await migrate(pool)
  // A database cannot be copied while a client is connected to it.
  await pool.end()
  const remove = async () => {
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
  return [{ on: 'server', server, name }, remove]
}

async function inFile(): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
  const path = join(folder, 'database.tar')
  const pglite = await PGlite.create({ extensions: { pg_trgm } })
  const pool = pglitePool(pglite)
  await migrate(recordStatements(pool))
  const copy = await pglite.dumpDataDir('none')
  await writeFile(path, new Uint8Array(await copy.arrayBuffer()))
  await pool.end()
  return [{ on: 'file', path }, () => rm(folder, { recursive: true, force: true })]
}

/** Migrates a database once before all tests, since copying it is faster than migrating again. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  const [migrated, remove] = await (server === undefined ? inFile() : onServer(server))
  provide('migratedDatabase', migrated)
  return remove
}

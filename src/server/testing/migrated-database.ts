import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { extract } from 'tar'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/server/store/migrate'
import { pglitePool } from '@/server/store/pglite-pool'
import { postgresPool } from '@/server/store/postgres-pool'
import { recordStatements } from './statement-log'

/** The database that fresh ones are copied from: on a server, or the file of an embedded one. */
type MigratedDatabase =
  | { on: 'server'; server: string; name: string }
  | { on: 'file'; path: string }

declare module 'vitest' {
  interface ProvidedContext {
    migratedDatabase: MigratedDatabase
  }
}

/** Returns the file of the embedded database, in a test that uses no other. */
export function migratedFile(migrated: MigratedDatabase): string {
  if (migrated.on === 'file') return migrated.path
  throw new Error('The tests run on a database server')
}

/** Puts a migrated database into a data folder, in half the time that creating one there takes. */
export async function fillDataFolder(folder: string, migrated: MigratedDatabase): Promise<void> {
  const cwd = join(folder, 'database')
  await mkdir(cwd, { recursive: true })
  await extract({ file: migratedFile(migrated), cwd })
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

const folder = 'test-results'
const storeFolder = 'src/server/store'

/** Returns a hash of what the migrated database depends on. */
async function contentHash(): Promise<string> {
  const names = await readdir(storeFolder, { recursive: true })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const files = ['package-lock.json', ...sources.map((name) => join(storeFolder, name))].sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** Migrates a database in memory. The file of an earlier run is used if nothing has changed. */
async function inFile(): Promise<Made> {
  const prefix = 'migrated-'
  const name = `${prefix}${await contentHash()}.tar`
  const path = join(folder, name)
  const made: Made = [{ on: 'file', path }, async () => {}]
  if (existsSync(path) && process.env['STATEMENTS_FILE'] === undefined) return made

  const pglite = await PGlite.create({ extensions: { pg_trgm } })
  const pool = pglitePool(pglite)
  await migrate(recordStatements(pool))
  const copy = await pglite.dumpDataDir('none')
  await mkdir(folder, { recursive: true })
  const earlier = (await readdir(folder)).filter((other) => other.startsWith(prefix))
  // Renamed when complete, because other test runs may read it at the same time.
  const partial = join(folder, `${randomBytes(6).toString('hex')}.tar`)
  await writeFile(partial, new Uint8Array(await copy.arrayBuffer()))
  await rename(partial, path)
  for (const other of earlier) if (other !== name) await rm(join(folder, other), { force: true })
  await pool.end()
  return made
}

/** Migrates a database before all tests, since copying it is faster than migrating again. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  const [migrated, remove] = await (server === undefined ? inFile() : onServer(server))
  provide('migratedDatabase', migrated)
  return remove
}

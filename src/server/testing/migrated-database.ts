import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { extract } from 'tar'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/server/store/migrate'
import { pglitePool } from '@/server/store/pglite-pool'
import { recordStatements } from './statement-log'

export interface MigratedOnServer {
  on: 'server'
  /** The connection string of a superuser. */
  server: string
  name: string
  /** The connection string through PgBouncer, if statements are to go through it. */
  pooler?: string
}

/** The database that fresh ones are copied from: on a server, or the file of an embedded one. */
type MigratedDatabase = MigratedOnServer | { on: 'file'; path: string }

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

/**
 * Migrates an embedded database before all tests, since copying it is faster than migrating again.
 * The file of an earlier run is used if nothing has changed.
 */
export default async function setUp({ provide }: TestProject): Promise<void> {
  const prefix = 'migrated-'
  const name = `${prefix}${await contentHash()}.tar`
  const path = join(folder, name)
  provide('migratedDatabase', { on: 'file', path })
  if (existsSync(path) && process.env['STATEMENTS_FILE'] === undefined) return

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
}

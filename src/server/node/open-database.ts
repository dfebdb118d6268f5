import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import type { Log } from '../services/context'
import { databaseOver, type Database } from '../store/database'
import { migrate } from '../store/migrate'
import { pglitePool } from '../store/pglite-pool'
import type { Configuration } from './configuration'
import { openDataFolder } from './data-folder'

export interface OpenDatabase {
  database: Database
  close(): Promise<void>
}

const bufferMegabytes = { least: 16, most: 512 }

/** The memory, in megabytes, that an embedded database reads its files into: half of what they are when it is opened, since the rest is seldom looked at. */
async function buffersFor(database: string): Promise<number> {
  const base = join(database, 'base')
  const files = await readdir(base, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(base, file))).size))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20 / 2
  return Math.ceil(Math.min(Math.max(megabytes, bufferMegabytes.least), bufferMegabytes.most))
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const release = await openDataFolder(folder)
  const dataDir = join(folder, 'database')
  const startParams = [
    ...PGlite.defaultStartParams,
    '-c',
    `shared_buffers=${await buffersFor(dataDir)}MB`,
  ]
  const pglite = await PGlite.create({ dataDir, extensions: { pg_trgm }, startParams })
  const database = databaseOver(pglitePool(pglite))
  return {
    database,
    async close() {
      await database.destroy()
      await release()
    },
  }
}

function openServer(connectionString: string, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 55_000,
    application_name: 'signalbox',
  })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.error({ error }, 'an idle database connection broke'))
  const database = databaseOver(pool)
  return { database, close: () => database.destroy() }
}

/** Opens the database that the configuration names and brings its schema up to date. @throws what went wrong, in words */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Configuration, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Log,
): Promise<OpenDatabase> {
  const open =
    DATABASE_URL === undefined ? await openEmbedded(DATA_DIR) : openServer(DATABASE_URL, log)
  try {
    await migrate(open.database)
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

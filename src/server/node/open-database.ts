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

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const release = await openDataFolder(folder)
  const pglite = await PGlite.create({ dataDir: join(folder, 'database'), extensions: { pg_trgm } })
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
  const pool = new pg.Pool({ connectionString, max: 20, connectionTimeoutMillis: 10_000, statement_timeout: 55_000, application_name: 'signalbox' })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.error({ error }, 'an idle database connection broke'))
  const database = databaseOver(pool)
  return { database, close: () => database.destroy() }
}

/** Opens the database that the configuration names and brings its schema up to date. @throws what went wrong, in words */
export async function openDatabase({ DATABASE_URL, DATA_DIR }: Pick<Configuration, 'DATABASE_URL' | 'DATA_DIR'>, log: Log): Promise<OpenDatabase> {
  const open = DATABASE_URL === undefined ? await openEmbedded(DATA_DIR) : openServer(DATABASE_URL, log)
  try {
    await migrate(open.database)
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

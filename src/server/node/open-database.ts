import type { Readable } from 'node:stream'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { Log } from '../core/context'
import { databaseOver, type Database } from '../store/database'
import { migrate } from '../store/migrate'
import { pglitePool } from '../store/pglite-pool'
import { postgresPool } from '../store/postgres-pool'
import { DatabaseUnavailable } from '../store/database-unavailable'
import { backUp } from './backup'
import type { Configuration } from './configuration'
import { openDataFolder } from './data-folder'
import { makeCheckpoints, openPglite } from './embedded-database'

export interface OpenDatabase {
  /** For requests: gives up within seconds. */
  requests: Database
  /** For jobs and commands: its connections are not shared with requests. */
  jobs: Database
  /** For counting requests together with other servers; absent where there can be no others. */
  metering?: Database
  /** Backs up an embedded database, as a compressed tar archive, while it is used. */
  backUp?: () => Promise<Readable>
  close(): Promise<void>
}

async function openEmbedded(
  folder: string,
  durable: boolean,
  { log, observePool }: Required<OpenOptions>,
): Promise<OpenDatabase> {
  const release = await openDataFolder(folder)
  const pool = pglitePool(await openPglite(folder, durable))
  const database = databaseOver(observePool(pool, 'all'))
  const checkpoints = makeCheckpoints(database, log)
  const close = async () => {
    checkpoints.stop()
    await pool.end()
    await release()
  }
  try {
    await migrate(pool)
  } catch (error) {
    await close()
    throw error
  }
  return {
    requests: database,
    jobs: database,
    backUp: () => checkpoints.pauseDuring(() => backUp(database, folder)),
    close,
  }
}

/** How long a server waits for its database to come up before it gives up. */
const startMilliseconds = 30_000
const pauseMilliseconds = 500

/** Of the connections of one server, these are for requests. A statement of theirs ends well within the ten seconds that a request may take. */
const forRequests = { max: 15, statementMilliseconds: 8000 } as const
/** And these for jobs and commands, which nobody waits for and which do more at once. */
const forJobs = { max: 4, statementMilliseconds: 55_000 } as const
/**
 * And this one for metering, which sends one statement at a time. It must not wait for a connection
 * that a request holds in a transaction, since that may wait for the meter.
 */
const forMetering = { max: 1, statementMilliseconds: 4000 } as const

/** Whether waiting does not help: a wrong user or password (SQLSTATE class 28), no such database (3D). */
function isPermanent({ cause }: DatabaseUnavailable): boolean {
  return cause instanceof pg.DatabaseError && /^(28|3D)/.test(cause.code ?? '')
}

/** Where the address points to, without the user and password. */
function hostOf(address: string): string {
  const { host, searchParams } = new URL(address)
  return host === '' ? (searchParams.get('host') ?? 'localhost') : host
}

function reasonOf({ message, cause }: DatabaseUnavailable): string {
  // An error about several addresses of one name has no message.
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}

/** Migrates, and waits for a database that is not there yet. @throws an error that names the host */
async function migrateWhenReady(
  address: string,
  log: Log,
  patienceMilliseconds: number,
): Promise<void> {
  const pool = postgresPool({ connectionString: address, max: 1, log })
  const until = performance.now() + patienceMilliseconds
  try {
    for (;;) {
      try {
        return await migrate(pool)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        const place = `DATABASE_URL: the database at ${hostOf(address)}`
        if (isPermanent(error))
          throw new Error(`${place} refuses the connection. ${reasonOf(error)}`, { cause: error })
        const seconds = Math.round(patienceMilliseconds / 1000)
        if (performance.now() > until)
          throw new Error(
            `${place} was not available within ${seconds} seconds. ${reasonOf(error)}`,
            { cause: error },
          )
        await new Promise((resume) => setTimeout(resume, pauseMilliseconds))
      }
    }
  } finally {
    await pool.end()
  }
}

async function openServer(
  connectionString: string,
  { log, patienceMilliseconds, observePool }: Required<OpenOptions>,
): Promise<OpenDatabase> {
  await migrateWhenReady(connectionString, log, patienceMilliseconds)
  const requests = databaseOver(
    observePool(postgresPool({ connectionString, ...forRequests, log }), 'requests'),
  )
  const jobs = databaseOver(
    observePool(postgresPool({ connectionString, ...forJobs, log }), 'jobs'),
  )
  const metering = databaseOver(
    observePool(postgresPool({ connectionString, ...forMetering, log }), 'metering'),
  )
  return {
    requests,
    jobs,
    metering,
    async close() {
      await Promise.all([requests.destroy(), jobs.destroy(), metering.destroy()])
    },
  }
}

interface OpenOptions {
  log: Log
  patienceMilliseconds?: number
  /** Wraps each pool of connections, in order to measure it. */
  observePool?: (pool: PostgresPool, name: string) => PostgresPool
}

/**
 * Opens the database that the configuration names and brings its schema up to date. Waits up to 30
 * seconds for a server that is not available yet.
 * @throws an error whose message says what is wrong
 */
export async function openDatabase(
  {
    DATABASE_URL,
    DATA_DIR,
    EMBEDDED_FSYNC,
  }: Pick<Configuration, 'DATABASE_URL' | 'DATA_DIR' | 'EMBEDDED_FSYNC'>,
  { log, patienceMilliseconds = startMilliseconds, observePool = (pool) => pool }: OpenOptions,
): Promise<OpenDatabase> {
  const options = { log, patienceMilliseconds, observePool }
  return DATABASE_URL === undefined
    ? openEmbedded(DATA_DIR, EMBEDDED_FSYNC, options)
    : openServer(DATABASE_URL, options)
}

import type { Readable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { sql, type PostgresPool } from 'kysely'
import type { Log } from '../core/context'
import { databaseOver, type Database } from '../store/database'
import { migrate } from '../store/migrate'
import { pglitePool } from '../store/pglite-pool'
import { postgresPool } from '../store/postgres-pool'
import type { PoolObserver } from '../store/pool-observer'
import { DatabaseUnavailable } from '../store/database-unavailable'
import { sqlStateOf } from '../store/sql-state'
import { backUp, deleteIncompleteBackups } from './backup'
import type { Configuration } from './configuration'
import { openDataFolder } from './data-folder'
import { openPglite } from './embedded-database'
import { maintain } from './embedded-maintenance'

export interface OpenDatabase {
  /** For requests; its statements time out within seconds. */
  requests: Database
  /** The connections of `requests`. */
  requestPool: PostgresPool
  /** For jobs and commands, which share no connections with requests. */
  jobs: Database
  /** For counting requests together with other servers; absent for an embedded database. */
  metering?: Database
  /** Backs up an embedded database as a compressed tar archive, while it is in use. */
  backUp?: () => Promise<Readable>
  close(): Promise<void>
}

async function openEmbedded(
  folder: string,
  durable: boolean,
  { log, observePool }: Required<OpenOptions>,
): Promise<OpenDatabase> {
  const release = await openDataFolder(folder)
  await deleteIncompleteBackups(folder)
  const pglite = await openPglite(folder, durable).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const pool = pglitePool(pglite, {
    log,
    observer: observePool('all'),
    pause: () => setImmediate(),
  })
  const database = databaseOver(pool)
  const maintenance = maintain(database, log)
  const close = async () => {
    maintenance.stop()
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
    requestPool: pool,
    jobs: database,
    backUp: () => maintenance.pauseDuring(() => backUp(database, folder)),
    close,
  }
}

/** How long a server waits for its database at start. */
const startMilliseconds = 30_000
const pauseMilliseconds = 500

/** Connections for requests, which must respond within ten seconds. */
const forRequests = { max: 15, statementMilliseconds: 8000 } as const
/** Connections for jobs and commands, which may take longer. */
const forJobs = { max: 4, statementMilliseconds: 55_000 } as const
/** Connections that are left for commands in other processes when there are few. */
const spareConnections = 1
/**
 * The connection for metering, which sends one statement at a time. Sharing the pool of requests
 * could deadlock: a request may hold a connection in a transaction while it waits for the meter.
 */
const forMetering = { max: 1, statementMilliseconds: 4000 } as const

/**
 * Whether waiting will not help: wrong user or password (SQLSTATE class 28), no such database (3D).
 */
function isPermanent({ cause }: DatabaseUnavailable): boolean {
  return /^(28|3D)/.test(sqlStateOf(cause) ?? '')
}

/** The SQLSTATE of a user without the right to do something. */
const insufficientPrivilege = '42501'

/** Returns the host of a connection string, without user and password. */
function hostOf(address: string): string {
  const { host, searchParams } = new URL(address)
  return host === '' ? (searchParams.get('host') ?? 'localhost') : host
}

function reasonOf({ message, cause }: DatabaseUnavailable): string {
  // The AggregateError for a name with several addresses has no message.
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}

/** Returns how many connections the database and the user may have; infinity without a limit. */
async function connectionLimit(pool: PostgresPool): Promise<number> {
  const { rows } = await sql<{ limit: number | null }>`
    select least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as limit
    from pg_roles, pg_database
    where rolname = current_user and datname = current_database()
  `.execute(databaseOver(pool))
  return rows[0]?.limit ?? Infinity
}

/** Divides the connections so that requests leave some for jobs and for metering. */
function divided(limit: number) {
  const jobs = Math.min(forJobs.max, Math.max(1, Math.floor(limit / 5)))
  const forOthers = jobs + forMetering.max + spareConnections
  return { jobs, requests: Math.min(forRequests.max, Math.max(1, limit - forOthers)) }
}

/**
 * Waits for the database and migrates it.
 * @returns how many connections it allows
 * @throws an error that names the host
 */
async function migrateWhenReady(
  address: string,
  log: Log,
  patienceMilliseconds: number,
): Promise<number> {
  const pool = postgresPool({ connectionString: address, max: 1, log })
  const until = performance.now() + patienceMilliseconds
  try {
    for (;;) {
      try {
        await migrate(pool)
        return await connectionLimit(pool)
      } catch (error) {
        const place = `DATABASE_URL: the database at ${hostOf(address)}`
        if (error instanceof Error && sqlStateOf(error) === insufficientPrivilege)
          throw new Error(
            `${place} does not let this user create tables: make the user its owner. ` +
              error.message,
            { cause: error },
          )
        if (!(error instanceof DatabaseUnavailable)) throw error
        if (isPermanent(error))
          throw new Error(`${place} refuses the connection. ${reasonOf(error)}`, { cause: error })
        const seconds = Math.round(patienceMilliseconds / 1000)
        if (performance.now() > until)
          throw new Error(
            `${place} was not available within ${seconds} seconds. ${reasonOf(error)}`,
            { cause: error },
          )
        await setTimeout(pauseMilliseconds)
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
  const { requests: max, jobs: maxJobs } = divided(
    await migrateWhenReady(connectionString, log, patienceMilliseconds),
  )
  const pool = (name: string, options: { max: number; statementMilliseconds: number }) =>
    postgresPool({ connectionString, ...options, log, observer: observePool(name) })
  const requestPool = pool('requests', { ...forRequests, max })
  const requests = databaseOver(requestPool)
  const jobs = databaseOver(pool('jobs', { ...forJobs, max: maxJobs }))
  const metering = databaseOver(pool('metering', forMetering))
  return {
    requests,
    requestPool,
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
  /** Returns the observer of the pool with this name. */
  observePool?: (name: string) => PoolObserver | undefined
}

/**
 * Opens the configured database and migrates its schema to the latest version. Waits up to 30
 * seconds for a server that is not available yet.
 * @throws an error with a message for the operator
 */
export async function openDatabase(
  {
    DATABASE_URL,
    DATA_DIR,
    EMBEDDED_FSYNC,
  }: Pick<Configuration, 'DATABASE_URL' | 'DATA_DIR' | 'EMBEDDED_FSYNC'>,
  { log, patienceMilliseconds = startMilliseconds, observePool = () => undefined }: OpenOptions,
): Promise<OpenDatabase> {
  const options = { log, patienceMilliseconds, observePool }
  return DATABASE_URL === undefined
    ? openEmbedded(DATA_DIR, EMBEDDED_FSYNC, options)
    : openServer(DATABASE_URL, options)
}

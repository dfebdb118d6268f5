import { setTimeout } from 'node:timers/promises'
import { sql, type PostgresPool } from 'kysely'
import pg from 'pg'
import { databaseOver } from '@/server/store/database'
import { DatabaseClock } from '@/server/store/database-clock'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { migrate, type CheckMigrated } from '@/server/store/migrate'
import { postgresPool } from '@/server/store/postgres-pool'
import { sqlStateOf } from '@/server/store/sql-state'
import type { OpenDatabase, OpenOptions } from './open-database'

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

/** PgBouncer reports all errors as this one, so only their messages differ. */
const pgBouncerError = '08P01'

/** Whether the user or password is wrong (SQLSTATE class 28), or there is no such database (3D). */
function isRefused(cause: unknown): boolean {
  const state = sqlStateOf(cause) ?? ''
  if (state !== pgBouncerError || !(cause instanceof Error)) return /^(28|3D)/.test(state)
  return /authentication failed|no such (user|database)|does not exist/.test(cause.message)
}

/** Whether Node does not accept the certificate, such as one that names another host. */
function isUntrusted(cause: unknown): boolean {
  return /CERT|^UNABLE_TO_/.test(sqlStateOf(cause) ?? '')
}

/** Returns why waiting will not help; undefined if it may. */
function permanentFault({ cause }: DatabaseUnavailable): string | undefined {
  if (isUntrusted(cause)) return 'has a certificate that is not accepted'
  return isRefused(cause) ? 'refuses the connection' : undefined
}

/** The SQLSTATE of a user without the right to do something. */
const insufficientPrivilege = '42501'

/** Returns the host of a connection string, without user and password. */
function hostOf(address: string): string {
  const { host, searchParams } = new URL(address)
  return host === '' ? (searchParams.get('host') ?? 'localhost') : host
}

/** Checks what the driver reads from an address whenever it connects, such as certificates. */
function assertReadable(address: string): void {
  try {
    new pg.Client({ connectionString: address })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const reason =
      error instanceof URIError
        ? 'Encode special characters as UTF-8, such as %C3%A9 for é and %25 for %'
        : message
    throw new Error(`DATABASE_URL: ${reason}`, { cause: error })
  }
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

/** Returns the error that tells the operator why the database at an address cannot be used. */
function startError(error: unknown, address: string, waitedMilliseconds: number): unknown {
  const place = `DATABASE_URL: the database at ${hostOf(address)}`
  if (error instanceof Error && sqlStateOf(error) === insufficientPrivilege)
    return new Error(
      `${place} does not let this user create tables: make the user its owner. ${error.message}`,
      { cause: error },
    )
  if (!(error instanceof DatabaseUnavailable)) return error
  const seconds = Math.round(waitedMilliseconds / 1000)
  const state = permanentFault(error) ?? `was not available within ${seconds} seconds`
  return new Error(`${place} ${state}. ${reasonOf(error)}`, { cause: error })
}

/** What the server has to know about its database. */
interface Prepared {
  /** How many connections it allows. */
  limit: number
  clock: DatabaseClock
}

/** Migrates the database once it is available. */
async function migrateWhenReady(
  pool: PostgresPool,
  check: CheckMigrated,
  until: number,
): Promise<Prepared> {
  const clock = new DatabaseClock()
  for (;;) {
    try {
      await migrate(pool, check)
      await clock.synchronize(databaseOver(pool))
      return { limit: await connectionLimit(pool), clock }
    } catch (error) {
      const isPassing = error instanceof DatabaseUnavailable && permanentFault(error) === undefined
      if (!isPassing || performance.now() > until) throw error
      await setTimeout(pauseMilliseconds)
    }
  }
}

/** Waits for the database and migrates it. @throws an error that names the host */
async function prepareServer(
  address: string,
  { log, patienceMilliseconds, checkMigrated }: OpenOptions,
): Promise<Prepared> {
  const pool = postgresPool({ connectionString: address, max: 1, log })
  try {
    return await migrateWhenReady(pool, checkMigrated, performance.now() + patienceMilliseconds)
  } catch (error) {
    throw startError(error, address, patienceMilliseconds)
  } finally {
    await pool.end()
  }
}

/**
 * Opens the database of a PostgreSQL server with a pool of connections for each purpose, and
 * migrates it.
 * @throws an error with a message for the operator
 */
export async function openServer(
  connectionString: string,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const { log, observePool } = options
  assertReadable(connectionString)
  const { limit, clock } = await prepareServer(connectionString, options)
  const { requests: max, jobs: maxJobs } = divided(limit)
  const pool = (name: string, limits: { max: number; statementMilliseconds: number }) =>
    postgresPool({ connectionString, ...limits, log, observer: observePool(name) })
  const requestPool = pool('requests', { ...forRequests, max })
  const requests = databaseOver(requestPool)
  const jobs = databaseOver(pool('jobs', { ...forJobs, max: maxJobs }))
  const metering = databaseOver(pool('metering', forMetering))
  return {
    place: `PostgreSQL at ${hostOf(connectionString)}${new URL(connectionString).pathname}`,
    requests,
    requestPool,
    jobs,
    metering,
    clock,
    async close() {
      await Promise.all([requests.destroy(), jobs.destroy(), metering.destroy()])
    },
  }
}

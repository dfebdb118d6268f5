import type { Readable } from 'node:stream'
import type { PostgresPool } from 'kysely'
import type { Log } from '@/server/core/ports/log'
import type { Database } from '@/server/store/database'
import type { DatabaseClock } from '@/server/store/database-clock'
import type { CheckMigrated } from '@/server/store/migrate'
import type { PoolObserver } from '@/server/store/pool-observer'
import type { Configuration } from './configuration'
import { openEmbedded } from './open-embedded'
import { openServer } from './open-server'

export interface OpenDatabase {
  /** Where its data is, for the operator: a folder, or the host and database of a server. */
  place: string
  /** For requests; its statements time out within seconds. */
  requests: Database
  /** The connections of `requests`. */
  requestPool: PostgresPool
  /** For jobs and commands, which share no connections with requests. */
  jobs: Database
  /** For counting requests together with other servers; absent for an embedded database. */
  metering?: Database
  /** The clock of a database server; absent for an embedded database, which uses this machine's. */
  clock?: DatabaseClock
  /** Backs up an embedded database as a compressed tar archive, while it is in use. */
  backUp?: () => Promise<Readable>
  close(): Promise<void>
}

export interface OpenOptions {
  log: Log
  /** How long to wait for a server that is not available yet. */
  patienceMilliseconds: number
  /** Returns the observer of the pool with this name. */
  observePool: (name: string) => PoolObserver | undefined
  /** Refuses a database before its migration is committed, which cannot be undone. */
  checkMigrated: CheckMigrated
}

const startMilliseconds = 30_000

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
  {
    log,
    patienceMilliseconds = startMilliseconds,
    observePool = () => undefined,
    checkMigrated = async () => {},
  }: Pick<OpenOptions, 'log'> & Partial<OpenOptions>,
): Promise<OpenDatabase> {
  const options = { log, patienceMilliseconds, observePool, checkMigrated }
  return DATABASE_URL === undefined
    ? openEmbedded(DATA_DIR, EMBEDDED_FSYNC, options)
    : openServer(DATABASE_URL, options)
}

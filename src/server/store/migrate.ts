import {
  CompiledQuery,
  Kysely,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Migration,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import type { Queryable } from './database'
import * as foundation from './migrations/001-foundation'
import * as searchIndexes from './migrations/002-search-indexes'
import * as limits from './migrations/003-limits'
import * as deliveries from './migrations/004-deliveries'
import * as history from './migrations/005-history'
import * as deliveryQueue from './migrations/006-delivery-queue'
import * as alertsTold from './migrations/007-alerts-told'
import * as retention from './migrations/008-retention'
import * as effectsOfRepeats from './migrations/009-effects-of-repeats'
import * as tenantsInOrder from './migrations/010-tenants-in-order'
import * as searchWords from './migrations/011-search-words'
import * as deliveriesOfAlerts from './migrations/012-deliveries-of-alerts'
import * as tokenGeneration from './migrations/013-token-generation'
import * as webhookSecrets from './migrations/014-webhook-secrets'
import * as standardNames from './migrations/015-standard-names'
import * as outcomesOfNotifications from './migrations/016-outcomes-of-notifications'
import * as limitLeases from './migrations/018-limit-leases'
import * as issuedTokens from './migrations/020-issued-tokens'
import * as previousSecrets from './migrations/021-previous-secrets'
import * as longLivedTokens from './migrations/022-long-lived-tokens'
import * as readsByOperators from './migrations/023-reads-by-operators'
import * as recipientsOfEmails from './migrations/024-recipients-of-emails'
import * as connectorCatalog from './migrations/025-connector-catalog'
import * as reasonsOfChanges from './migrations/026-reasons-of-changes'
import * as alertSettings from './migrations/027-alert-settings'
import * as tenantUsage from './migrations/028-tenant-usage'
import * as usesOfPublicKeys from './migrations/029-uses-of-public-keys'
import * as namesOfVersions from './migrations/030-names-of-versions'
import * as largeWorkspaces from './migrations/031-large-workspaces'
import * as ownersOfConnections from './migrations/032-owners-of-connections'
import * as sharpS from './migrations/033-sharp-s'
import { isLockTimeout, sqlStateOf } from './sql-state'

const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-search-indexes': searchIndexes,
  '003-limits': limits,
  '004-deliveries': deliveries,
  '005-history': history,
  '006-delivery-queue': deliveryQueue,
  '007-alerts-told': alertsTold,
  '008-retention': retention,
  '009-effects-of-repeats': effectsOfRepeats,
  '010-tenants-in-order': tenantsInOrder,
  '011-search-words': searchWords,
  '012-deliveries-of-alerts': deliveriesOfAlerts,
  '013-token-generation': tokenGeneration,
  '014-webhook-secrets': webhookSecrets,
  '015-standard-names': standardNames,
  '016-outcomes-of-notifications': outcomesOfNotifications,
  '018-limit-leases': limitLeases,
  '020-issued-tokens': issuedTokens,
  '021-previous-secrets': previousSecrets,
  '022-long-lived-tokens': longLivedTokens,
  '023-reads-by-operators': readsByOperators,
  '024-recipients-of-emails': recipientsOfEmails,
  '025-connector-catalog': connectorCatalog,
  '026-reasons-of-changes': reasonsOfChanges,
  '027-alert-settings': alertSettings,
  '028-tenant-usage': tenantUsage,
  '029-uses-of-public-keys': usesOfPublicKeys,
  '030-names-of-versions': namesOfVersions,
  '031-large-workspaces': largeWorkspaces,
  '032-owners-of-connections': ownersOfConnections,
  '033-sharp-s': sharpS,
}

/** The same lock as Kysely's own, so that servers of earlier versions respect it too. */
export const lockId = '3853314791062309107'

/**
 * How long a migration waits for the lock of a table. Requests to that table wait behind it. It is
 * shorter than the second after which PostgreSQL looks for deadlocks, so that a migration yields
 * and a request of another server does not fail.
 */
const lockMilliseconds = 500
/** How long migrations are tried again while other servers use the tables. */
const patienceMilliseconds = 60_000

/**
 * Takes a lock for the transaction that all migrations run in. Kysely's own lock belongs to the
 * session, but PgBouncer may run each statement in another session: the lock would guard nothing
 * and never be released.
 */
class MigrationDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings)
    // A role or a database can have a time limit, which is not meant for migrations.
    await connection.executeQuery(CompiledQuery.raw('set local statement_timeout = 0'))
    await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${lockId})`))
    await connection.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${lockMilliseconds}`))
  }
}

class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class MigrationDialect extends PostgresDialect {
  constructor(private readonly pool: PostgresPool) {
    super({ pool })
  }
  override createDriver(): MigrationDriver {
    return new MigrationDriver({ pool: this.pool })
  }
  override createAdapter(): MigrationAdapter {
    return new MigrationAdapter()
  }
}

/**
 * Waits for the writes in progress, and lets no other begin. Almost every write locks its workspace
 * first. If a migration locked another table before, the two would wait for each other again and
 * again on a busy database.
 */
async function holdWriters(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('workspaces') is not null as exists
  `.execute(database)
  if (rows[0]?.exists === true) await sql`lock table workspaces in exclusive mode`.execute(database)
}

/** Checks a database in the transaction of its migrations, which an error rolls back. */
export type CheckMigrated = (database: Queryable) => Promise<void>

function withoutWriters(check: CheckMigrated): Record<string, Migration> {
  const last = Object.keys(migrations).at(-1)
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
      name,
      {
        async up(database) {
          await holdWriters(database)
          await up(database)
          if (name === last) await check(database)
        },
      },
    ]),
  )
}

/** Whether migrations failed because another server used a table: a lock timeout or a deadlock. */
function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || sqlStateOf(error) === '40P01'
}

/**
 * Migrates the schema to the latest version, under a lock, so that several servers may start at
 * once, and while servers of the version before serve requests.
 * @param check runs before the commit, if there is anything to migrate
 * @throws the error of the migration or check that failed, or that a newer version has migrated the
 * database
 */
export async function migrate(
  pool: PostgresPool,
  check: CheckMigrated = async () => {},
): Promise<void> {
  const migrator = new Migrator({
    db: new Kysely({ dialect: new MigrationDialect(pool) }),
    provider: { getMigrations: async () => withoutWriters(check) },
  })
  const until = performance.now() + patienceMilliseconds
  for (;;) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    const message = error instanceof Error ? error.message : ''
    const [, unknown] = /executed migration (\S+) is missing/.exec(message) ?? []
    if (unknown !== undefined)
      throw new Error(
        `A newer version has migrated this database (${unknown}): start that version, or restore ` +
          'a backup made by this one.',
      )
    if (!isLockConflict(error) || performance.now() > until) throw error
    await new Promise((resume) => setTimeout(resume, Math.random() * lockMilliseconds))
  }
}

import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import type { Tables } from './schema'

export type Database = Kysely<Tables>
/** A database or a transaction on it: what a query needs. */
export type Queryable = Database | Transaction<Tables>

/** Creates the typed database over any pool of PostgreSQL connections. */
export function databaseOver(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

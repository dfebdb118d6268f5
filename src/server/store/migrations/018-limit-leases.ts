import { sql, type Kysely } from 'kysely'

/** Servers lease shares of limits, so that they need not count each request in the database. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table limit_meters add column leases jsonb not null default '{}'`.execute(
    database,
  )
}

import { sql, type Kysely } from 'kysely'

/** Lets servers lease shares of a limit, so that not every request needs the database. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table limit_meters add column leases jsonb not null default '{}'`.execute(
    database,
  )
}

import { sql, type Kysely } from 'kysely'

/** Records whether an idempotent request took effect, even if its response was lost. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotent_requests
      add column took_effect boolean not null default false`.execute(database)
}

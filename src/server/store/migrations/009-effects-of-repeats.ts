import { sql, type Kysely } from 'kysely'

/** Whether a request that may be repeated did its work, whatever became of its answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotent_requests add column took_effect boolean not null default false`.execute(
    database,
  )
}

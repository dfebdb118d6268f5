import { sql, type Kysely } from 'kysely'

/** When somebody was told of an alert, so that its end is told to nobody else. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column told_at timestamptz`.execute(database)
  await sql`update alerts set told_at = created_at`.execute(database)
  await sql`create index alerts_told on alerts (workspace_id, type, told_at) where told_at is not null`.execute(
    database,
  )
}

import { sql, type Kysely } from 'kysely'

/** Records when an alert was notified, so that its end is notified only if its start was. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column told_at timestamptz`.execute(database)
  await sql`update alerts set told_at = created_at`.execute(database)
  await sql`
    create index alerts_told on alerts (workspace_id, type, told_at)
      where told_at is not null`.execute(database)
}

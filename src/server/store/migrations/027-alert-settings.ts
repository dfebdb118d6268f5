import { sql, type QueryExecutorProvider } from 'kysely'

/** Lets each workspace set when it is alerted, and who gets its alert e-mails. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table workspaces add column alert_settings jsonb not null default '{}'`.execute(
    database,
  )
}

import { sql, type Kysely } from 'kysely'

/** A delivery knows the alert that it tells of, so that those of an alert are found. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column alert_id uuid`.execute(database)
  await sql`create index webhook_deliveries_of_alert on webhook_deliveries (alert_id) where alert_id is not null`.execute(
    database,
  )
}

import { sql, type Kysely } from 'kysely'

/** Links a delivery to its alert. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column alert_id uuid`.execute(database)
  await sql`
    create index webhook_deliveries_of_alert on webhook_deliveries (alert_id)
      where alert_id is not null`.execute(database)
}

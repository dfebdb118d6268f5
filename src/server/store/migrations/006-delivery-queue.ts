import { sql, type Kysely } from 'kysely'

/** Due deliveries are found workspace by workspace, so that a long queue of one is not read to find those of others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, next_attempt_at, id) where status = 'pending'`,
  `create index webhook_deliveries_leased on webhook_deliveries (workspace_id) where is_leased`,
]

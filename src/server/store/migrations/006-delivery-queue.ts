import { sql, type Kysely } from 'kysely'

/**
 * Indexes due deliveries by workspace, so that a long queue of one does not slow down the others.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, next_attempt_at, id)
    where status = 'pending'`,
  `create index webhook_deliveries_leased on webhook_deliveries (workspace_id) where is_leased`,
]

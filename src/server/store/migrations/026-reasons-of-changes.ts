import { sql, type QueryExecutorProvider } from 'kysely'

/** Lets the audit log keep why a change was made. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table audit_events add column reason text`.execute(database)
}

import { sql, type QueryExecutorProvider } from 'kysely'

/** Lets the audit log record what operators read. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table audit_events
      drop constraint audit_events_outcome_check,
      add constraint audit_events_outcome_check check (outcome in ('done', 'refused', 'read'))
  `.execute(database)
}

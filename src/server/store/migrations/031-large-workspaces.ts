import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Indexes what is counted whenever an element is created, the bulk archives of a workspace, the
 * expiry of tokens, and the entries of the history about workspaces themselves.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  ...['apps', 'connectors', 'actions'].map(
    (table) => `
      create index ${table}_of_workspace_active on ${table} (workspace_id)
        where workspace_id is not null and archived_at is null`,
  ),
  `create index archive_batches_by_workspace on archive_batches (workspace_id, id)`,
  `create index issued_tokens_by_expiry on issued_tokens (expires_at)`,
  `create index audit_events_about_workspace on audit_events (workspace_id, id)
    where subject_type = 'workspace'`,
]

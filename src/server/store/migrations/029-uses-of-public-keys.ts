import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Records when a registered key of a workspace last verified a token. Keys are told apart by their
 * digest, since one can be replaced under the same name.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    create table public_key_uses (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      digest text not null,
      last_used_at timestamptz not null,
      primary key (workspace_id, digest)
    )`.execute(database)
}

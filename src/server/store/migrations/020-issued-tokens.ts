import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Records every token that the server issues for a workspace, without the token itself, so that
 * each can be listed and revoked. Tokens issued earlier have no record and are refused; they would
 * have expired within an hour.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    create table issued_tokens (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      role text not null check (role in ('admin', 'reader', 'tenant')),
      tenant_key text,
      created_by text not null,
      token_generation integer not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz not null
    )`.execute(database)
  await sql`create index issued_tokens_by_workspace on issued_tokens (workspace_id, id)`.execute(
    database,
  )
}

import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Keeps secrets that were rotated out, so that tokens signed with them are accepted for a while.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  // [{ encryptedSecret, until }], oldest first; until is ISO 8601 in UTC.
  await sql`alter table workspaces
    add column previous_secrets jsonb not null default '[]'`.execute(database)
}

import { sql, type Kysely } from 'kysely'

/** Indexes the tenants of a workspace in the order they are listed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index tenants_of_workspace on tenants (workspace_id, id)`.execute(database)
}

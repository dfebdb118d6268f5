import { sql, type Kysely } from 'kysely'

/** Tenants of a workspace are read page by page, in the order of their ids. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index tenants_of_workspace on tenants (workspace_id, id)`.execute(database)
}

import { sql, type Kysely } from 'kysely'

/**
 * Indexes the two halves of the catalog, public apps and custom apps, in the order of lists. A
 * workspace has few custom apps among very many public ones, so an index over all apps is no use to
 * find them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index apps_of_workspace_by_name on apps (workspace_id, search_name, id)
    where workspace_id is not null`,
  `create index apps_of_workspace_by_search_key on apps (workspace_id, search_key, id)
    where workspace_id is not null`,
  `create index apps_public_by_name on apps (search_name, id)
    where workspace_id is null and archived_at is null`,
  // Small, since it is only there to count public apps.
  `create index apps_public_active on apps (is_read_only)
    where workspace_id is null and archived_at is null`,
  `create index apps_public_by_search_key on apps (search_key, id)
    where workspace_id is null and archived_at is null`,
]

import { sql, type Kysely } from 'kysely'

/**
 * Indexes that give the two halves of the catalog in the order of lists. A workspace’s own apps are few among very many,
 * so an order of all apps is no use for them; the public ones are counted by an index that holds nothing else.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index apps_of_workspace_by_name on apps (workspace_id, search_name, id) where workspace_id is not null`,
  `create index apps_of_workspace_by_search_key on apps (workspace_id, search_key, id) where workspace_id is not null`,
  `create index apps_public_by_name on apps (search_name, id) where workspace_id is null and archived_at is null`,
  // Holds nothing but places, so that it is small: it serves to count.
  `create index apps_public_active on apps (is_read_only) where workspace_id is null and archived_at is null`,
  `create index apps_public_by_search_key on apps (search_key, id) where workspace_id is null and archived_at is null`,
]

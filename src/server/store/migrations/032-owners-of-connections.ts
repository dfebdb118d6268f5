import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Indexes the connections of a tenant, a connector and an app in the order of lists. Without the
 * order, PostgreSQL would search all connections by name for those of an owner with few, where it
 * expects many.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create index connections_of_tenant on connections (tenant_id, search_name, id)
    where tenant_id is not null`,
  `create index connections_of_connector on connections (connector_id, search_name, id)
    where connector_id is not null`,
  `create index connections_of_app on connections (external_app_id, search_name, id)
    where external_app_id is not null`,
  `drop index connections_by_app`,
]

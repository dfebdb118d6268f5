import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Keeps with each published version of a connector the name and app that it was published with,
 * which the connector can change from now on.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table connector_versions
      add column name text,
      add column external_app_id uuid references apps (id)`.execute(database)
  await sql`
    update connector_versions set
      name = connectors.name,
      external_app_id = connectors.external_app_id
    from connectors where connectors.id = connector_versions.connector_id`.execute(database)
}

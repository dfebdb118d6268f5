import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Keeps what the catalog shows of specifications in columns of their own, because a specification
 * can have megabytes of code. The database fills them, also for servers of earlier versions.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table connectors
      add column auth_types jsonb generated always as (
        coalesce((specification -> 'type')::jsonb, '[]')
          || jsonb_path_query_array(
            coalesce((specification -> 'options')::jsonb, '{}'), '$.*.type'
          )
      ) stored,
      add column categories jsonb generated always as (
        (specification -> 'categories')::jsonb
      ) stored,
      add column logo_uri text generated always as (specification ->> 'logoUri') stored
  `.execute(database)
}

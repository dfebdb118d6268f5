import { sql, type QueryExecutorProvider } from 'kysely'

/** Keeps how much each tenant uses of the limits per tenant, by hour. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`
    create table tenant_usage_hours (
      workspace_id uuid not null references workspaces (id),
      limit_name text not null,
      hour timestamptz not null,
      -- Not a reference: one that is gone must not keep the usage of others from being written.
      tenant_id uuid not null,
      used integer not null,
      refused integer not null,
      peak integer not null,
      primary key (workspace_id, limit_name, hour, tenant_id)
    )`.execute(database)
  await sql`create index tenant_usage_hours_by_age on tenant_usage_hours (hour)`.execute(database)
}

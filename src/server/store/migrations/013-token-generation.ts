import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Workspaces count the generations of the tokens that the server issues for them, so that all issued
 * before can be refused at once. Limits that were stored in another unit than their own get their own:
 * they have always been applied as numbers of that unit, and a fraction of a whole number as the number below.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table workspaces add column token_generation integer not null default 1`.execute(
    database,
  )
  for (const column of ['limits', 'operator_limits']) await correctUnits(database, column)
}

const ownUnit = sql`case when name in ('fileUploadsMbPerHour', 'totalFileStorageMb', 'totalFileStorageMbPerTenant') then 'Mb' else 'number' end`

async function correctUnits(database: QueryExecutorProvider, column: string): Promise<void> {
  const limits = sql.ref(column)
  await sql`
    update workspaces set revision = revision + 1, ${limits} = (
      select jsonb_object_agg(name, case
        when entry ->> 'unit' = ${ownUnit} then entry
        when ${ownUnit} = 'Mb' then entry || '{"unit": "Mb"}'
        else jsonb_strip_nulls(jsonb_build_object('unit', 'number',
          'value', floor((entry ->> 'value')::numeric), 'defaultValue', floor((entry ->> 'defaultValue')::numeric)))
      end)
      from jsonb_each(${limits}) as entries (name, entry)
    )
    where exists (select from jsonb_each(${limits}) as entries (name, entry) where entry ->> 'unit' <> ${ownUnit})`.execute(
    database,
  )
}

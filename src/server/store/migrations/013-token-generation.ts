import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Adds the token generation of a workspace, so that all tokens issued earlier can be refused at
 * once. Also corrects limits stored in the wrong unit: their values were always applied in the
 * right unit, and fractions of an integer limit were rounded down.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await sql`alter table workspaces add column token_generation integer not null default 1`.execute(
    database,
  )
  for (const column of ['limits', 'operator_limits']) await correctUnits(database, column)
}

const rightUnit = sql`
  case
    when name in ('fileUploadsMbPerHour', 'totalFileStorageMb', 'totalFileStorageMbPerTenant')
      then 'Mb'
    else 'number'
  end`

async function correctUnits(database: QueryExecutorProvider, column: string): Promise<void> {
  const limits = sql.ref(column)
  await sql`
    update workspaces set revision = revision + 1, ${limits} = (
      select jsonb_object_agg(name, case
        when entry ->> 'unit' = ${rightUnit} then entry
        when ${rightUnit} = 'Mb' then entry || '{"unit": "Mb"}'
        else jsonb_strip_nulls(jsonb_build_object(
          'unit', 'number',
          'value', floor((entry ->> 'value')::numeric),
          'defaultValue', floor((entry ->> 'defaultValue')::numeric)))
      end)
      from jsonb_each(${limits}) as entries (name, entry)
    )
    where exists (
      select from jsonb_each(${limits}) as entries (name, entry)
      where entry ->> 'unit' <> ${rightUnit}
    )`.execute(database)
}

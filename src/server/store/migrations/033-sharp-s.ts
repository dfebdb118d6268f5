import { sql, type QueryExecutorProvider } from 'kysely'

/** Folds `ß` to `ss` in what search reads, as search texts are folded now. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  for (const table of ['workspaces', 'apps', 'connectors', 'connections', 'actions'])
    await sql`
      update ${sql.table(table)} set
        search_name = replace(search_name, 'ß', 'ss'),
        search_key = replace(search_key, 'ß', 'ss')
      where search_name like '%ß%' or search_key like '%ß%'`.execute(database)
  await sql`
    insert into search_terms (term)
    select distinct replace(term, 'ß', 'ss') from search_terms
    where term like '%ß%' and length(replace(term, 'ß', 'ss')) <= 42
    on conflict do nothing`.execute(database)
}

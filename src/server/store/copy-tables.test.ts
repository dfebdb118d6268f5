import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { searchColumns } from '@/server/search/search-text'
import { testApi } from '@/server/testing/api'
import { createResources } from '@/server/testing/create-resources'
import { freshDatabase } from '@/server/testing/database'
import { databaseServer } from '@/server/testing/database-server'
import { copyTables } from './copy-tables'
import type { Queryable } from './database'
import { insertRows } from './insert-rows'

/** What JavaScript would not read back as it was written. */
const oddDocument = '{"b": 1.10, "a": 12345678901234567890, "c": [], "name": "日本語 \\u0001 \'"}'

/** Returns the rows of each table as text. */
async function contentOf(database: Queryable): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not like 'kysely_%'`.execute(database)
  const contents = tables.map(async ({ name }) => {
    const { rows } = await sql<{ text: string }>`
      select record::text as text from ${sql.table(name)} record order by text`.execute(database)
    return [name, rows.map(({ text }) => text)]
  })
  return Object.fromEntries(await Promise.all(contents))
}

// Other tests leave tables in the embedded databases that they share.
test.skipIf(databaseServer === undefined)(
  'all rows are copied as they are, in any number and size (needs PostgreSQL)',
  async () => {
    const api = await testApi()
    const copy = await freshDatabase()
    const { database } = api.dependencies
    const workspace = await api.newWorkspace('Copied')
    await createResources(api, workspace)
    await sql`update connectors set specification = ${oddDocument}`.execute(database)
    await sql`update tenants set created_at = '2026-01-02 03:04:05.678901+00'`.execute(database)
    await sql`insert into search_terms (term) select 'term ' || generate_series(1, 2500)`.execute(
      database,
    )
    // Three of these exceed a batch together.
    const large = Array.from({ length: 4 }, (_, index) => ({
      id: uuid(),
      workspace_id: workspace.id,
      key: `large-${index}`,
      name: 'Large',
      document: JSON.stringify({ text: 'x'.repeat(1_500_000) }),
      ...searchColumns('Large', 'large'),
      created_at: new Date(),
      updated_at: new Date(),
    }))
    await insertRows(database, 'actions', large)

    const original = await contentOf(database)
    await copy.database.transaction().execute((target) => copyTables(database, target))
    expect(await contentOf(copy.database)).toEqual(original)
    expect(original['search_terms']?.length).toBeGreaterThan(2500)
    expect(original['actions']).toHaveLength(1 + large.length)
    await copy.close()
    await api.close()
  },
)

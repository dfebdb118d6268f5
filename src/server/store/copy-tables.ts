import { sql, type Transaction } from 'kysely'
import type { Database, Queryable } from './database'
import type { Tables } from './schema'

/** Characters of the rows that are read and written at once, which are in memory. */
const batchCharacters = 4_000_000
const maxRowsPerBatch = 1000

interface Table {
  name: string
  /** Those that can be written: generated ones follow from them. */
  columns: string[]
}

/**
 * Returns the tables that hold what cannot be recalculated, in the order in which migrations
 * created them: rows refer to rows of earlier tables only.
 */
async function tablesOf(database: Queryable): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, json_agg(attname order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not like 'kysely_%'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.oid, relname
    order by pg_class.oid`.execute(database)
  return rows
}

/** Yields the rows of a table in batches, each as the text of a JSON array. */
async function* batchesOf(database: Queryable, name: string): AsyncGenerator<string> {
  const table = sql.table(name)
  const { rows: measured } = await sql<{ characters: number | null }>`
    select max(length(record::text)) as characters from ${table} record`.execute(database)
  const fitting = Math.floor(batchCharacters / Math.max(measured[0]?.characters ?? 0, 1))
  const count = sql.lit(Math.min(Math.max(fitting, 1), maxRowsPerBatch))
  // As text, because JSON read into JavaScript would lose digits.
  await sql`declare copied no scroll cursor for
    select row_to_json(record)::text as record from ${table} record`.execute(database)
  for (;;) {
    const fetched = sql<{ record: string }>`fetch ${count} from copied`
    const { rows } = await fetched.execute(database)
    if (rows.length === 0) break
    yield `[${rows.map(({ record }) => record).join(',')}]`
  }
  await sql`close copied`.execute(database)
}

/**
 * Copies all rows of a database to an empty one with the same schema.
 * @param to a transaction: after an error, it has to be rolled back
 */
export async function copyTables(from: Database, to: Transaction<Tables>): Promise<void> {
  await from.transaction().execute(async (source) => {
    for (const { name, columns } of await tablesOf(to)) {
      const table = sql.table(name)
      const written = sql.join(columns.map((column) => sql.ref(column)))
      for await (const rows of batchesOf(source, name))
        await sql`insert into ${table} (${written})
          select ${written} from json_populate_recordset(null::${table}, ${rows}::json)`.execute(to)
    }
  })
}

import type { Insertable } from 'kysely'
import type { Queryable } from './database'
import type { Tables } from './schema'

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsPerStatement = 1000

/** Inserts any number of rows, in as many statements as they need. */
export async function insertRows<Name extends keyof Tables>(
  database: Queryable,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await database
      .insertInto(table)
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

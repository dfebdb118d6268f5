import { sql, type Selectable, type SqlBool } from 'kysely'
import { defaultPageSize } from '../../contract/pagination'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { nameOfList, readCursor, writeCursor, type ListIdentity } from './cursor'
import { and, type Condition } from '../store/condition'

export interface LatestRequest<Name extends keyof Tables> {
  table: Name
  /** What the cursor belongs to: operation, scope and filters. */
  list: ListIdentity
  condition: Condition
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Reads a page of a list, newest first. Ids begin with their creation time, so sorting by id sorts
 * by time, and a page starts after the previous one whatever is written in the meantime.
 * @throws invalid_request for a cursor of another list
 */
export async function newestFirstPage<Name extends keyof Tables>(
  database: Queryable,
  { table, list, condition, limit = defaultPageSize, cursor }: LatestRequest<Name>,
): Promise<{ rows: Selectable<Tables[Name]>[]; cursor?: string }> {
  const name = nameOfList(list)
  const start = readCursor(name, cursor)
  const where = start === undefined ? condition : and(condition, sql<SqlBool>`id < ${start.id}`)
  const { rows } = await sql<Selectable<Tables[Name]> & { id: string }>`
    select * from ${sql.table(table)} where ${where} order by id desc limit ${limit + 1}`.execute(
    database,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { rows: page }
  return {
    rows: page,
    cursor: writeCursor(name, { part: 0, value: '', id: last.id, near: 'none', total: 0 }),
  }
}

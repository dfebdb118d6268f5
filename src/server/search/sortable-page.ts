import type { Selectable } from 'kysely'
import { defaultPageSize } from '@/contract/pagination'
import type { Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import { nameOfList, readCursor, writeCursor, type ListIdentity } from './cursor'
import { newestFirstPage } from './newest-first-page'
import type { ColumnOf } from './read-rows'
import { readSorted, type ListOrder } from './read-sorted'

interface SortableRequest<Name extends keyof Tables, Column extends ColumnOf<Name>> {
  table: Name
  columns: readonly Column[]
  /** What the cursor belongs to: operation, scope, filters and sort. */
  list: ListIdentity
  condition: Condition
  /** Newest first if absent. */
  order: ListOrder | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Reads a page of a list in the order that the caller chose, or newest first. A row whose sort
 * value changes between two pages moves, and can be missing or come twice.
 * @throws invalid_request for a cursor of another list
 */
export async function sortablePage<Name extends keyof Tables, Column extends ColumnOf<Name>>(
  database: Queryable,
  { order, ...request }: SortableRequest<Name, Column>,
): Promise<{ rows: Pick<Selectable<Tables[Name]>, Column>[]; cursor?: string }> {
  if (order === undefined) return newestFirstPage(database, request)
  const { table, columns, list, condition, limit = defaultPageSize, cursor } = request
  const name = nameOfList(list)
  const start = readCursor(name, cursor)
  const query = { table, columns, start, atMost: limit + 1 }
  const found = await readSorted(database, query, [condition], order)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length === rows.length || last === undefined) return { rows }
  const { list_part: part, list_value: value, id } = last
  return { rows, cursor: writeCursor(name, { part, value, id }) }
}

import { sql, type Selectable } from 'kysely'
import { defaultPageSize } from '@/contract/pagination'
import { or, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import { nameOfList, readCursor, writeCursor, type ListIdentity, type Position } from './cursor'
import { maxPageBytes } from './page-bytes'
import {
  maxInlineBytes,
  readFew,
  readInOrder,
  readManyNear,
  visibleCondition,
  type ColumnOf,
  type ListedRow,
  type RowsQuery,
  type SearchedTable,
} from './read-rows'
import { readSorted, type ListOrder } from './read-sorted'
import { sufficientMatches, searchTiers } from './tiers'

interface ListRequest<Name extends SearchedTable, Column extends ColumnOf<Name> = ColumnOf<Name>> {
  table: Name
  /** The table of the distinct terms of `table`, if `indexTerms` maintains one. */
  termsTable?: keyof Tables
  columns: readonly Column[]
  /** The one of the columns with values of any size: a page ends when they add up to 8 MB. */
  largeColumn?: Column
  /** What the cursor belongs to: operation, scope and filters. */
  list: ListIdentity
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** Groups of rows, listed one after the other. */
  groups: readonly Condition[]
  /** Whether to count all matching rows. */
  counted?: boolean
  /** An order in place of the best matches first. The identity of the list has to name it. */
  order?: ListOrder | undefined
}

export interface ListPage<Row> {
  rows: Row[]
  /** Absent on the last page. */
  cursor?: string
  total: number
}

/** Returns, for each group, the condition for its rows that a list with this search shows. */
export async function visibleConditions(
  database: Queryable,
  query: Pick<RowsQuery<SearchedTable, 'id'>, 'table' | 'groups' | 'search'>,
): Promise<Condition[]> {
  const { groups, search } = query
  const few =
    search.near === undefined
      ? undefined
      : await readFew(
          database,
          { ...query, columns: ['id'], start: undefined, atMost: 1 },
          { withNear: false, isUnlimited: false },
        )
  const near = few !== undefined && few.total < sufficientMatches
  return groups.map((group) => visibleCondition(group, search, near))
}

/** Counts group by group, because each has its own index; no row is in two of them. */
async function count(
  database: Queryable,
  table: SearchedTable,
  groups: readonly Condition[],
): Promise<number> {
  let total = 0
  for (const condition of groups) {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total
      from ${sql.table(table)}
      where ${condition}`.execute(database)
    total += rows[0]?.total ?? 0
  }
  return total
}

interface ListRows<Name extends SearchedTable, Column extends ColumnOf<Name>> {
  rows: ListedRow<Name, Column>[]
  near: Position['near']
  total: number
}

/** Reads a page in an order that the caller chose. The first one decides the total. */
async function readOrdered<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  order: ListOrder,
  counted: boolean,
): Promise<ListRows<Name, Column>> {
  const visible = await visibleConditions(database, query)
  const rows = await readSorted(database, query, visible, order)
  const total = query.start?.total ?? (counted ? await count(database, query.table, visible) : 0)
  return { rows, near: 'none', total }
}

/**
 * Reads the first page. It decides whether and in which order near misses are shown, and the total,
 * so that later pages belong to the same list.
 * @param counted whether to count the rows if there are too many to read all of them
 */
async function readFirst<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  counted: boolean,
): Promise<ListRows<Name, Column>> {
  const { table, groups, search } = query
  const countAll = async (withNear: boolean) =>
    counted
      ? count(
          database,
          table,
          groups.map((group) => visibleCondition(group, search, withNear)),
        )
      : 0
  const matches = await readFew(database, query, { withNear: false, isUnlimited: false })
  if (matches === undefined)
    return { rows: await readInOrder(database, query), near: 'none', total: await countAll(false) }
  if (search.near === undefined || matches.total >= sufficientMatches)
    return { ...matches, near: 'none' }
  const ranked = await readFew(database, query, { withNear: true, isUnlimited: false })
  if (ranked !== undefined) return { ...ranked, near: 'ranked' }
  const rows = await readManyNear(database, query, matches.rows)
  return { rows, near: 'unranked', total: await countAll(true) }
}

/** Reads a page after the first, which has decided the total and how near misses are shown. */
async function readLater<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  { near, total }: Position,
): Promise<ListRows<Name, Column>> {
  const few = await readFew(database, query, {
    withNear: near === 'ranked',
    isUnlimited: near !== 'none',
  })
  const rows =
    near === 'unranked'
      ? await readManyNear(database, query, few?.rows ?? [])
      : (few?.rows ?? (await readInOrder(database, query)))
  return { rows, near, total }
}

/** Reads the rows of a page, and one more if there is another page. */
function readRows<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  { order, counted }: { order: ListOrder | undefined; counted: boolean },
): Promise<ListRows<Name, Column>> {
  if (order !== undefined) return readOrdered(database, query, order, counted)
  return query.start === undefined
    ? readFirst(database, query, counted)
    : readLater(database, query, query.start)
}

/** Leaves out the rows after those whose large values fill a page. */
function thatFit<Row extends { list_bytes?: number }>(rows: readonly Row[]): Row[] {
  let bytesBefore = 0
  return rows.filter(({ list_bytes: bytes = 0 }) => {
    const fits = bytesBefore < maxPageBytes
    bytesBefore += bytes
    return fits
  })
}

/** Reads the values of the large column that were only measured, and adds them to the rows. */
async function addLargeValues(
  database: Queryable,
  { table, groups }: { table: SearchedTable; groups: readonly Condition[] },
  column: string,
  rows: readonly { id: string; list_bytes?: number }[],
): Promise<void> {
  const measured = rows.filter(({ list_bytes: bytes = 0 }) => bytes > maxInlineBytes)
  if (measured.length === 0) return
  const ids = measured.map(({ id }) => id)
  const { rows: found } = await sql<{ id: string; value: unknown }>`
    select id, ${sql.ref(column)} as value
    from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and ${or(...groups)}`.execute(database)
  const values = new Map(found.map(({ id, value }) => [id, value]))
  for (const row of measured) Object.assign(row, { [column]: values.get(row.id) ?? null })
}

/**
 * Reads a page of a list: in the given order, or best matches first, equal ones by name or key, and
 * near misses by closeness. Of more than a few thousand near misses only the closest are sorted,
 * where the whole name or key is one typo away; the others follow in the order they were created. A
 * page starts after the last row of the previous one, so that rows created or archived in the
 * meantime neither repeat nor hide others. A row that is renamed in the meantime moves, and can be
 * missing or come twice.
 * @throws invalid_request for a cursor of another list
 */
export async function listPage<
  Name extends SearchedTable,
  Column extends ColumnOf<Name> = ColumnOf<Name>,
>(
  database: Queryable,
  {
    table,
    termsTable,
    columns,
    largeColumn,
    list,
    groups,
    limit = defaultPageSize,
    search,
    cursor,
    counted = false,
    order,
  }: ListRequest<Name, Column>,
): Promise<ListPage<Pick<Selectable<Tables[Name]>, Column>>> {
  const name = nameOfList({ ...list, search })
  const start = readCursor(name, cursor)
  const query = {
    table,
    columns,
    largeColumn,
    groups,
    search: searchTiers(table, search, termsTable),
    start,
    atMost: limit + 1,
  }
  const { rows: found, near, total } = await readRows(database, query, { order, counted })
  const rows = thatFit(found.slice(0, limit))
  if (largeColumn !== undefined) await addLargeValues(database, query, largeColumn, rows)
  const last = rows.at(-1)
  if (found.length === rows.length || last === undefined) return { rows, total }
  return {
    rows,
    cursor: writeCursor(name, {
      part: last.list_part,
      value: last.list_value,
      id: last.id,
      near,
      total,
    }),
    total,
  }
}

import { sql, type Selectable } from 'kysely'
import { defaultPageSize } from '../../contract/pagination'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { and, type Condition } from '../store/condition'
import {
  readFew,
  readInOrder,
  readManyNear,
  visibleCondition,
  type ColumnOf,
  type ListedRow,
  type Reading,
  type SearchedTable,
} from './read-rows'
import { readCursor, writeCursor, type ListIdentity, type Position } from './cursor'
import { sufficientMatches, searchTiers } from './tiers'

export interface ListRequest<
  Name extends SearchedTable,
  Column extends ColumnOf<Name> = ColumnOf<Name>,
> {
  table: Name
  /** What is read of each row; everything where it is left out. */
  columns?: readonly Column[]
  /** What the cursor belongs to: operation, scope and filters. */
  list: ListIdentity
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** Filters, one list of conditions for each group of rows; groups follow one another. */
  groups: readonly (readonly Condition[])[]
  /** Whether to count all that match. */
  counted?: boolean
}

export interface ListPage<Row> {
  rows: Row[]
  cursor?: string
  total: number
}

/** For each of these groups, what its rows meet that a list of them with this search shows. */
export async function listedBy(
  database: Queryable,
  table: SearchedTable,
  filters: readonly (readonly Condition[])[],
  searched: string | undefined,
): Promise<Condition[]> {
  const search = searchTiers(table, searched)
  const groups = filters.map((conditions) => and(...conditions))
  const few =
    search.near === undefined
      ? undefined
      : await readFew(database, {
          table,
          columns: ['id'],
          groups,
          search,
          near: false,
          isSettled: false,
          start: undefined,
          atMost: 1,
        })
  const near = few !== undefined && few.total < sufficientMatches
  return groups.map((group) => visibleCondition(group, search, near))
}

/** Counted one by one: each group has an index of its own, and no row is in two of them. */
async function count(
  database: Queryable,
  table: SearchedTable,
  shown: readonly Condition[],
): Promise<number> {
  let total = 0
  for (const condition of shown) {
    const { rows } = await sql<{
      total: number
    }>`select count(*)::int as total from ${sql.table(table)} where ${condition}`.execute(database)
    total += rows[0]?.total ?? 0
  }
  return total
}

interface ReadList<Name extends SearchedTable, Column extends ColumnOf<Name>> {
  rows: ListedRow<Name, Column>[]
  near: Position['near']
  total: number
}

/**
 * Whether near misses are shown, in which order, and how many rows there are, is settled on the
 * first page, so that the pages after it are of the same list.
 */
async function read<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  reading: Omit<Reading<Name, Column>, 'near' | 'isSettled'>,
  counted: boolean,
): Promise<ReadList<Name, Column>> {
  const { table, groups, search, start } = reading
  const matches =
    start?.near === 'ranked'
      ? undefined
      : await readFew(database, {
          ...reading,
          near: false,
          isSettled: start?.near === 'unranked',
        })
  const showsNear =
    start === undefined
      ? search.near !== undefined && matches !== undefined && matches.total < sufficientMatches
      : start.near !== 'none'
  const ranked =
    showsNear && start?.near !== 'unranked'
      ? await readFew(database, { ...reading, near: true, isSettled: start !== undefined })
      : undefined
  const near = !showsNear ? 'none' : ranked === undefined ? 'unranked' : 'ranked'
  const few = showsNear ? ranked : matches
  const total =
    start?.total ??
    few?.total ??
    (counted
      ? await count(
          database,
          table,
          groups.map((group) => visibleCondition(group, search, showsNear)),
        )
      : 0)
  if (few !== undefined) return { rows: few.rows, near, total }
  const rows = showsNear
    ? await readManyNear(database, reading, matches?.rows ?? [])
    : await readInOrder(database, reading)
  return { rows, near, total }
}

/**
 * A page of a list, best match first, by name or key within a match, and near misses by closeness.
 * Of more than a few thousand near misses only the closest are put in order: those whose whole name
 * or key is one typo away. The others follow in the order they were created. It goes on from where
 * the last page ended, so that what is created or archived meanwhile neither repeats nor hides
 * anything.
 * @throws invalid_request for a cursor of another list
 */
export async function listPage<
  Name extends SearchedTable,
  Column extends ColumnOf<Name> = ColumnOf<Name>,
>(
  database: Queryable,
  {
    table,
    columns,
    list,
    groups,
    limit = defaultPageSize,
    search,
    cursor,
    counted = false,
  }: ListRequest<Name, Column>,
): Promise<ListPage<Pick<Selectable<Tables[Name]>, Column>>> {
  const identity = { ...list, search }
  const start = readCursor(identity, cursor)
  const {
    rows: found,
    near,
    total,
  } = await read(
    database,
    {
      table,
      columns,
      groups: groups.map((conditions) => and(...conditions)),
      search: searchTiers(table, search),
      start,
      atMost: limit + 1,
    },
    counted,
  )
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || last === undefined) return { rows, total }
  return {
    rows,
    cursor: writeCursor(identity, {
      part: last.list_part,
      value: last.list_value,
      id: last.id,
      near,
      total,
    }),
    total,
  }
}

/** The cursor of a page as a response carries it: absent on the last one. */
export function cursorOf(page: { cursor?: string }): { cursor?: string } {
  return page.cursor === undefined ? {} : { cursor: page.cursor }
}

import { sql, type Selectable, type SqlBool } from 'kysely'
import { defaultPageSize } from '../../contract/pagination'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { readCursor, writeCursor, type ListIdentity, type Position } from './page-cursor'
import { enoughMatches, searchTiers, type Condition, type Search } from './search-tiers'

type SearchedTable = { [Name in keyof Tables]: Tables[Name] extends { search_name: string } ? Name : never }[keyof Tables]

type ColumnOf<Name extends SearchedTable> = keyof Selectable<Tables[Name]> & string

export interface ListRequest<Name extends SearchedTable, Column extends ColumnOf<Name> = ColumnOf<Name>> {
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

const both = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`)
const inGroups = (groups: readonly (readonly Condition[])[]): Condition => sql<SqlBool>`(${sql.join(groups.map(both), sql` or `)})`

/** Groups are counted one by one: each has an index of its own, and no row is in two of them. */
async function count(database: Queryable, table: SearchedTable, groups: readonly Condition[]): Promise<number> {
  let total = 0
  for (const group of groups) {
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} where ${group}`.execute(database)
    total += rows[0]?.total ?? 0
  }
  return total
}

async function hasEnough(database: Queryable, table: SearchedTable, groups: readonly (readonly Condition[])[], { any }: Search): Promise<boolean> {
  if (groups.length === 0) return true
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${inGroups(groups)} and ${any} limit ${enoughMatches}`.execute(database)
  return rows.length === enoughMatches
}

/** For each of these groups, what its rows meet that a list of them with this search shows. */
export async function listedBy(database: Queryable, table: SearchedTable, groups: readonly (readonly Condition[])[], searched: string | undefined): Promise<Condition[]> {
  const search = searchTiers(table, searched)
  const { near } = search
  const withNear = near !== undefined && !(await hasEnough(database, table, groups, search))
  return groups.map(both).map((group) => (withNear ? sql<SqlBool>`(${group} and (${search.any} or ${near(group).condition}))` : both([group, search.any])))
}

interface Beginning {
  /** Whether near misses are shown. It is settled on the first page, so that the pages after it are of the same list. */
  near: boolean
  total: number
}

async function begin(database: Queryable, { table, groups, counted }: Pick<ListRequest<SearchedTable>, 'table' | 'groups' | 'counted'>, search: Search): Promise<Beginning> {
  const { any, near } = search
  const total = counted === true ? await count(database, table, groups.map((group) => both([...group, any]))) : 0
  const few = near !== undefined && (counted === true ? total < enoughMatches : !(await hasEnough(database, table, groups, search)))
  if (!few || counted !== true) return { near: few, total }
  return { near: true, total: total + (await count(database, table, groups.map(both).map((group) => both([group, near(group).condition])))) }
}

/**
 * A page of a list, best match first, by name or key within a match. It goes on from where the last page
 * ended, so that what is created or archived meanwhile neither repeats nor hides anything.
 * @throws invalid_request for a cursor of another list
 */
export async function listPage<Name extends SearchedTable, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  database: Queryable,
  request: ListRequest<Name, Column>,
): Promise<ListPage<Pick<Selectable<Tables[Name]>, Column>>> {
  const { table, columns, list, groups, limit = defaultPageSize } = request
  const read = columns === undefined ? sql`*` : sql.join([...new Set([...columns, 'id', 'search_name', 'search_key'])].map((column) => sql.ref(column)))
  const identity = { ...list, search: request.search }
  const start = readCursor(identity, request.cursor)
  const search = searchTiers(table, request.search)
  const { near, total } = start ?? (await begin(database, request, search))
  const parts = groups.map(both).flatMap((group) => {
    const tiers = near && search.near !== undefined ? [...search.tiers, search.near(group)] : search.tiers
    return tiers.map(({ condition, order }) => ({ conditions: [group, condition], order }))
  })

  const rows: Pick<Selectable<Tables[Name]>, Column>[] = []
  let last: Position | undefined
  for (const [part, { conditions, order }] of parts.entries()) {
    if (part < (start?.part ?? 0)) continue
    if (rows.length > limit) break
    const column = sql.ref(order)
    const after = part === start?.part ? [sql<SqlBool>`(${column}, id) > (${start.value}, ${start.id})`] : []
    const found = await sql<Pick<Selectable<Tables[Name]>, Column> & { id: string; search_name: string; search_key: string }>`
      select ${read} from ${sql.table(table)} where ${both([...conditions, ...after])}
      order by ${column}, id limit ${limit + 1 - rows.length}`.execute(database)
    for (const row of found.rows) {
      if (rows.length < limit) last = { part, value: row[order], id: row.id, near, total }
      rows.push(row)
    }
  }
  if (rows.length <= limit || last === undefined) return { rows, total }
  return { rows: rows.slice(0, limit), cursor: writeCursor(identity, last), total }
}

/** The cursor of a page as an answer carries it: absent on the last one. */
export function cursorOf(page: { cursor?: string }): { cursor?: string } {
  return page.cursor === undefined ? {} : { cursor: page.cursor }
}

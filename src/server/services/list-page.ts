import { sql, type Selectable, type SqlBool } from 'kysely'
import { defaultPageSize } from '../../contract/pagination'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { readCursor, writeCursor, type ListIdentity, type Position } from './page-cursor'
import { searchTiers, type Condition, type SearchTiers } from './search-tiers'

type SearchedTable = { [Name in keyof Tables]: Tables[Name] extends { search_name: string } ? Name : never }[keyof Tables]

export interface ListRequest<Name extends SearchedTable> {
  table: Name
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

/** With fewer better matches than this, near misses are looked for as well. */
const fewMatches = 10

async function count(database: Queryable, table: SearchedTable, groups: ListRequest<SearchedTable>['groups'], matching: Condition, most?: number): Promise<number> {
  if (groups.length === 0) return 0
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${sql.table(table)} where (${sql.join(groups.map(both), sql` or `)}) and ${matching} ${most === undefined ? sql`` : sql`limit ${most}`}
    ) as matching`.execute(database)
  return rows[0]?.total ?? 0
}

/** What a first page decides for those after it: whether near misses end the list, and how many there are in all. */
async function survey(database: Queryable, request: ListRequest<SearchedTable>, { any, near }: SearchTiers): Promise<{ near: boolean; total: number }> {
  const { table, groups, counted = false } = request
  if (!counted && near === undefined) return { near: false, total: 0 }
  const better = await count(database, table, groups, any, counted ? undefined : fewMatches)
  const withNear = near !== undefined && better < fewMatches
  return { near: withNear, total: better + (counted && withNear ? await count(database, table, groups, near) : 0) }
}

/**
 * A page of a list, best match first, by name within a match. It goes on from where the last page
 * ended, so that what is created or archived meanwhile neither repeats nor hides anything.
 * @throws invalid_request for a cursor of another list
 */
export async function listPage<Name extends SearchedTable>(database: Queryable, request: ListRequest<Name>): Promise<ListPage<Selectable<Tables[Name]>>> {
  const { table, list, groups, limit = defaultPageSize } = request
  const identity = { ...list, search: request.search }
  const start = await readCursor(identity, request.cursor)
  const search = searchTiers(table, request.search)
  const { near, total = 0 } = start ?? (await survey(database, request, search))
  const tiers = near && search.near !== undefined ? [...search.tiers, search.near] : search.tiers
  const parts = groups.flatMap((group) => tiers.map((tier) => [...group, tier]))

  const rows: Selectable<Tables[Name]>[] = []
  let last: Position | undefined
  for (let part = start?.part ?? 0; part < parts.length && rows.length <= limit; part += 1) {
    const after = part === start?.part ? [sql<SqlBool>`(search_name, id) > (${start.name}, ${start.id})`] : []
    const found = await sql<Selectable<Tables[Name]> & { id: string; search_name: string }>`
      select * from ${sql.table(table)} where ${both([...(parts[part] ?? []), ...after])}
      order by search_name, id limit ${limit + 1 - rows.length}`.execute(database)
    for (const row of found.rows) {
      if (rows.length < limit) last = { part, name: row.search_name, id: row.id, near, ...(request.counted === true ? { total } : {}) }
      rows.push(row)
    }
  }
  if (rows.length <= limit || last === undefined) return { rows, total }
  return { rows: rows.slice(0, limit), cursor: await writeCursor(identity, last), total }
}

/** The cursor of a page as an answer carries it: absent on the last one. */
export function cursorOf(page: ListPage<unknown>): { cursor?: string } {
  return page.cursor === undefined ? {} : { cursor: page.cursor }
}

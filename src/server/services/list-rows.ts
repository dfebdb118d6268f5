import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import type { Position } from './page-cursor'
import type { Condition, Search, Tier } from './search-tiers'

export type SearchedTable = { [Name in keyof Tables]: Tables[Name] extends { search_name: string } ? Name : never }[keyof Tables]

export type ColumnOf<Name extends SearchedTable> = keyof Selectable<Tables[Name]> & string

/** A row, and where it stands in its list: the part, and the value that orders the part’s rows. */
export type ListedRow<Name extends SearchedTable, Column extends ColumnOf<Name>> = Pick<Selectable<Tables[Name]>, Column> & { id: string; list_part: number; list_value: string }

/** What is read of a list, and from where on. */
export interface Reading<Name extends SearchedTable, Column extends ColumnOf<Name>> {
  table: Name
  /** Everything where it is left out. */
  columns?: readonly Column[] | undefined
  /** Groups of rows that follow one another. */
  groups: readonly Condition[]
  search: Search
  /** Whether near misses are read too. */
  near: boolean
  /** The position to go on from. */
  start: Position | undefined
  atMost: number
}

/** Rows that follow one another in the order of a column: those of a group that match equally well. */
interface Part extends Tier {
  group: Condition
}

export const both = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`)

/** Met by the rows of a group that a list with this search shows. */
export function shownOf(group: Condition, { any, near }: Search, withNear: boolean): Condition {
  return withNear && near !== undefined ? sql<SqlBool>`(${group} and (${any} or ${near(group).condition}))` : both([group, any])
}

function tiersOf(group: Condition, { tiers, near }: Search, withNear: boolean): Tier[] {
  return withNear && near !== undefined ? [...tiers, near(group)] : tiers
}

function columnsOf(columns: readonly string[] | undefined): RawBuilder<unknown> {
  return columns === undefined ? sql`*` : sql.join([...new Set([...columns, 'id'])].map((column) => sql.ref(column)))
}

/** Up to so many matches are read together and then put in order. */
const fewMatches = 1000

/** Each row’s part, and the value that orders it there. A row that is in none of the tiers before the last is in that one. */
function placeAmong(tiers: readonly Tier[], firstPart: number): RawBuilder<unknown> {
  const cases = (result: (tier: Tier, index: number) => RawBuilder<unknown>) =>
    sql`case ${sql.join(
      tiers.map((tier, index) => (index === tiers.length - 1 ? sql`else ${result(tier, index)}` : sql`when ${tier.condition} then ${result(tier, index)}`)),
      sql` `,
    )} end`
  return sql`${cases((_, index) => sql.lit(firstPart + index))} as list_part, ${cases(({ order }) => sql`${sql.ref(order)}::text`)} as list_value`
}

/**
 * The rows of a search that few match, and how many do in all; nothing where more match. Every match is read by what finds it, and then put in order:
 * the planner may take few for many, and would then look for them through the whole catalog in the order of an index.
 */
export async function readFew<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  { table, columns, groups, search, near, start, atMost }: Reading<Name, Column>,
): Promise<{ rows: ListedRow<Name, Column>[]; total: number } | undefined> {
  if (groups.length === 0) return { rows: [], total: 0 }
  if (!search.narrows) return undefined
  let parts = 0
  const found = groups.map((group) => {
    const tiers = tiersOf(group, search, near)
    const place = placeAmong(tiers, parts)
    parts += tiers.length
    return sql`(select ${columnsOf(columns)}, ${place} from ${sql.table(table)} where ${shownOf(group, search, near)} limit ${fewMatches + 1})`
  })
  const onwards = start === undefined ? sql`true` : sql`(list_part, list_value, id) > (${start.part}, ${start.value}, ${start.id})`
  const { rows } = await sql<(ListedRow<Name, Column> & { total: number }) | { id: null; total: number }>`
    with found as (${sql.join(found, sql` union all `)})
    select * from (select count(*)::int as total from found) as counted left join found on ${onwards}
    order by list_part, list_value, id limit ${atMost}`.execute(database)
  const total = rows[0]?.total ?? 0
  return total > fewMatches ? undefined : { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), total }
}

/** The rows of a list, part after part, each in the order of an index. */
export async function readInOrder<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  { table, columns, groups, search, near, start, atMost }: Reading<Name, Column>,
): Promise<ListedRow<Name, Column>[]> {
  const parts: Part[] = groups.flatMap((group) => tiersOf(group, search, near).map((tier) => ({ ...tier, group })))
  const rows: ListedRow<Name, Column>[] = []
  for (const [part, { group, condition, order }] of parts.entries()) {
    if (part < (start?.part ?? 0)) continue
    if (rows.length === atMost) break
    const column = sql.ref(order)
    const onwards = part === start?.part ? [sql<SqlBool>`(${column}, id) > (${start.value}, ${start.id})`] : []
    const found = await sql<ListedRow<Name, Column>>`
      select ${columnsOf(columns)}, ${sql.lit(part)} as list_part, ${column}::text as list_value from ${sql.table(table)} where ${both([group, condition, ...onwards])}
      order by ${column}, id limit ${atMost - rows.length}`.execute(database)
    rows.push(...found.rows)
  }
  return rows
}

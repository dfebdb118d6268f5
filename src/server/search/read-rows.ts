import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { and, or, not, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import type { Position } from './cursor'
import type { NearMisses } from './near-misses'
import { sufficientMatches, type Search, type Tier } from './tiers'

export type SearchedTable = {
  [Name in keyof Tables]: Tables[Name] extends { search_name: string } ? Name : never
}[keyof Tables]

/** The size up to which values of a large column are read with their rows, as most are. */
export const maxInlineBytes = 4000

export type ColumnOf<Name extends keyof Tables> = keyof Selectable<Tables[Name]> & string

/**
 * A row with its position in the list: the part, and the value that its rows are sorted by. With a
 * large column, it has the size of the value there, and null for one of more than `maxInlineBytes`.
 */
export type ListedRow<Name extends keyof Tables, Column extends ColumnOf<Name>> = Pick<
  Selectable<Tables[Name]>,
  Column
> & { id: string; list_part: number; list_value: string; list_bytes?: number }

/** A query for the rows of one page. */
export interface RowsQuery<Name extends keyof Tables, Column extends ColumnOf<Name>> {
  table: Name
  columns: readonly Column[]
  /** The one of the columns whose values are measured, and read only if they are small. */
  largeColumn?: Column | undefined
  /** Groups of rows, listed one after the other. */
  groups: readonly Condition[]
  search: Search
  /** The end of the previous page. */
  start: Position | undefined
  atMost: number
}

/** Returns the condition for the rows of a group that a list with this search shows. */
export function visibleCondition(
  group: Condition,
  { any, near }: Search,
  withNear: boolean,
): Condition {
  return withNear && near !== undefined ? or(and(group, any), near.within(group)) : and(group, any)
}

/** Lists what is read of each row. */
export function selectedColumns({
  columns,
  largeColumn,
}: {
  columns: readonly string[]
  largeColumn?: string | undefined
}): RawBuilder<unknown> {
  const read = [...new Set([...columns, 'id'])].filter((column) => column !== largeColumn)
  const selected = sql.join(read.map((column) => sql.ref(column)))
  if (largeColumn === undefined) return selected
  const large = sql.ref(largeColumn)
  const bytes = sql`octet_length(${large})`
  return sql`
    ${selected}, coalesce(${bytes}, 0) as list_bytes,
    case when ${bytes} <= ${sql.lit(maxInlineBytes)} then ${large} end as ${large}`
}

/**
 * The number of parts of a group: its tiers of matches, its closest near misses, and the others.
 * Parts are numbered group by group.
 */
const partsOf = ({ tiers }: Search) => tiers.length + 2
const firstPart = (search: Search, group: number) => group * partsOf(search)
const nearPart = (search: Search, group: number) => firstPart(search, group) + search.tiers.length

/**
 * Selects the part and sort value of a match. A row that is in no other tier is in the last one.
 */
function matchPosition({ tiers }: Search, first: number): RawBuilder<unknown> {
  const cases = (result: (tier: Tier, index: number) => RawBuilder<unknown>) =>
    sql`case ${sql.join(
      tiers.map((tier, index) =>
        index === tiers.length - 1
          ? sql`else ${result(tier, index)}`
          : sql`when ${tier.condition} then ${result(tier, index)}`,
      ),
      sql` `,
    )} end`
  const part = cases((_, index) => sql.lit(first + index))
  const value = cases(({ order }) => sql`${sql.ref(order)}::text`)
  return sql`${part} as list_part, ${value} as list_value`
}

const nearPosition = (part: number, { closeness }: NearMisses): RawBuilder<unknown> =>
  sql`${sql.lit(part)} as list_part, ${closeness} as list_value`

/**
 * The most matches to read and sort at once. Near misses have no index in order, so more of them.
 */
const maxSortedMatches = { exact: 1000, near: 5000 }

/**
 * Reads a page of a search with few matches, and their total; undefined if there are more, or if
 * there is nothing to search. It reads all matches and sorts them itself, because the planner may
 * overestimate their number and then scan the whole catalog in the order of an index.
 * @param options.withNear whether to include near misses
 * @param options.isUnlimited whether to sort all matches, however many; decided with the first page
 */
export async function readFew<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  { withNear, isUnlimited }: { withNear: boolean; isUnlimited: boolean },
): Promise<{ rows: ListedRow<Name, Column>[]; total: number } | undefined> {
  const { table, groups, search, start, atMost } = query
  if (groups.length === 0 || !search.narrows) return undefined
  const bound = withNear ? maxSortedMatches.near : maxSortedMatches.exact
  const few = isUnlimited ? undefined : bound
  const limit = few === undefined ? sql`` : sql`limit ${few + 1}`
  const select = (position: RawBuilder<unknown>, condition: Condition) =>
    sql`(select ${selectedColumns(query)}, ${position} from ${sql.table(table)}
      where ${condition} ${limit})`
  const found = groups.flatMap((group, index) => {
    const matches = select(matchPosition(search, firstPart(search, index)), and(group, search.any))
    if (!withNear || search.near === undefined) return [matches]
    const atMostNear = few === undefined ? undefined : few + sufficientMatches
    const near = select(
      nearPosition(nearPart(search, index), search.near),
      and(search.near.within(group, atMostNear), not(search.any)),
    )
    return [matches, near]
  })
  const afterStart =
    start === undefined
      ? sql`true`
      : sql`(list_part, list_value, id) > (${start.part}, ${start.value}, ${start.id})`
  const { rows } = await sql<
    (ListedRow<Name, Column> & { total: number }) | { id: null; total: number }
  >`
    with found as (${sql.join(found, sql` union all `)})
    select *
    from (select count(*)::int as total from found) as counted
    left join found on ${afterStart}
    order by list_part, list_value, id
    limit ${atMost}`.execute(database)
  const total = rows[0]?.total ?? 0
  return few !== undefined && total > few
    ? undefined
    : { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), total }
}

/** Reads a page part by part, each in the order of an index. */
export async function readInOrder<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
): Promise<ListedRow<Name, Column>[]> {
  const { table, groups, search, start, atMost } = query
  const rows: ListedRow<Name, Column>[] = []
  for (const [index, group] of groups.entries()) {
    for (const [tier, { condition, order }] of search.tiers.entries()) {
      const part = firstPart(search, index) + tier
      if (part < (start?.part ?? 0)) continue
      if (rows.length === atMost) return rows
      const column = sql.ref(order)
      const afterStart =
        part === start?.part ? [sql<boolean>`(${column}, id) > (${start.value}, ${start.id})`] : []
      const found = await sql<ListedRow<Name, Column>>`
        select ${selectedColumns(query)},
          ${sql.lit(part)} as list_part, ${column}::text as list_value
        from ${sql.table(table)}
        where ${and(group, condition, ...afterStart)}
        order by ${column}, id
        limit ${atMost - rows.length}`.execute(database)
      rows.push(...found.rows)
    }
  }
  return rows
}

/**
 * Reads a page of a search with few matches and very many near misses. Only the closest near misses
 * are sorted; the others are tested row by row in the order of ids until the page is full.
 * @param matches all matches, already read
 */
export async function readManyNear<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  matches: readonly ListedRow<Name, Column>[],
): Promise<ListedRow<Name, Column>[]> {
  const { table, groups, search, start, atMost } = query
  const rows: ListedRow<Name, Column>[] = []
  const { near, any } = search
  if (near === undefined) return rows
  for (const [index, group] of groups.entries()) {
    const closest = nearPart(search, index)
    const parts = [
      {
        part: closest,
        position: nearPosition(closest, near),
        condition: and(near.closestWithin(group), not(any)),
        order: sql`${near.closeness}, id`,
        after: ({ value, id }: Position) =>
          sql<SqlBool>`(${near.closeness}, id) > (${value}, ${id})`,
      },
      {
        part: closest + 1,
        position: sql`${sql.lit(closest + 1)} as list_part, id::text as list_value`,
        condition: and(group, near.each, not(near.isClosest), not(any)),
        order: sql`id`,
        after: ({ id }: Position) => sql<SqlBool>`id > ${id}`,
      },
    ]
    rows.push(
      ...matches.filter(({ list_part }) => Math.trunc(list_part / partsOf(search)) === index),
    )
    for (const { part, position, condition, order, after } of parts) {
      if (part < (start?.part ?? 0)) continue
      if (rows.length >= atMost) break
      const remaining = part === start?.part ? and(condition, after(start)) : condition
      const found = await sql<ListedRow<Name, Column>>`
        select ${selectedColumns(query)}, ${position}
        from ${sql.table(table)}
        where ${remaining}
        order by ${order}
        limit ${atMost - rows.length}`.execute(database)
      rows.push(...found.rows)
    }
  }
  return rows.slice(0, atMost)
}

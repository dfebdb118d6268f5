import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { and, or, not, type Condition } from '../store/condition'
import type { Position } from './cursor'
import type { NearMisses } from './near-misses'
import { sufficientMatches, type Search, type Tier } from './tiers'

export type SearchedTable = {
  [Name in keyof Tables]: Tables[Name] extends { search_name: string } ? Name : never
}[keyof Tables]

export type ColumnOf<Name extends SearchedTable> = keyof Selectable<Tables[Name]> & string

/** A row, and where it stands in its list: the part, and the value that orders the part’s rows. */
export type ListedRow<Name extends SearchedTable, Column extends ColumnOf<Name>> = Pick<
  Selectable<Tables[Name]>,
  Column
> & { id: string; list_part: number; list_value: string }

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
  /** Whether an earlier page has settled that all that match are read together, however many. */
  isSettled: boolean
  /** The position to go on from. */
  start: Position | undefined
  atMost: number
}

/** Met by the rows of a group that a list with this search shows. */
export function visibleCondition(
  group: Condition,
  { any, near }: Search,
  withNear: boolean,
): Condition {
  return withNear && near !== undefined ? or(and(group, any), near.within(group)) : and(group, any)
}

function columnsOf(columns: readonly string[] | undefined): RawBuilder<unknown> {
  return columns === undefined
    ? sql`*`
    : sql.join([...new Set([...columns, 'id'])].map((column) => sql.ref(column)))
}

/**
 * The parts of a list are numbered group by group: first what matches, tier by tier, then its near
 * misses; of very many the closest first, then the others.
 */
const partsOf = ({ tiers }: Search) => tiers.length + 2
const firstPart = (search: Search, group: number) => group * partsOf(search)
const nearPart = (search: Search, group: number) => firstPart(search, group) + search.tiers.length

/** Each row’s part, and the value that orders it there. A row that is in none of the tiers before the last is in that one. */
function placeAmong({ tiers }: Search, first: number): RawBuilder<unknown> {
  const cases = (result: (tier: Tier, index: number) => RawBuilder<unknown>) =>
    sql`case ${sql.join(
      tiers.map((tier, index) =>
        index === tiers.length - 1
          ? sql`else ${result(tier, index)}`
          : sql`when ${tier.condition} then ${result(tier, index)}`,
      ),
      sql` `,
    )} end`
  return sql`${cases((_, index) => sql.lit(first + index))} as list_part, ${cases(({ order }) => sql`${sql.ref(order)}::text`)} as list_value`
}

const placeOfNear = (part: number, { closeness }: NearMisses): RawBuilder<unknown> =>
  sql`${sql.lit(part)} as list_part, ${closeness} as list_value`

/** Up to so many matches are read together and then put in order. No index has near misses in theirs, so that more of them are. */
const maxSortedMatches = { exact: 1000, near: 5000 }

/**
 * The rows of a search that few match, and how many do in all; nothing where more match. Every match is read by what finds it, and then put in order:
 * the planner may take few for many, and would then look for them through the whole catalog in the order of an index.
 */
export async function readFew<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  { table, columns, groups, search, near, isSettled, start, atMost }: Reading<Name, Column>,
): Promise<{ rows: ListedRow<Name, Column>[]; total: number } | undefined> {
  if (groups.length === 0) return { rows: [], total: 0 }
  if (!search.narrows) return undefined
  const few = isSettled ? undefined : near ? maxSortedMatches.near : maxSortedMatches.exact
  const limit = few === undefined ? sql`` : sql`limit ${few + 1}`
  const rowsOf = (place: RawBuilder<unknown>, condition: Condition) =>
    sql`(select ${columnsOf(columns)}, ${place} from ${sql.table(table)}
      where ${condition} ${limit})`
  const found = groups.flatMap((group, index) => [
    rowsOf(placeAmong(search, firstPart(search, index)), and(group, search.any)),
    ...(near && search.near !== undefined
      ? [
          rowsOf(
            placeOfNear(nearPart(search, index), search.near),
            and(
              search.near.within(group, few === undefined ? undefined : few + sufficientMatches),
              not(search.any),
            ),
          ),
        ]
      : []),
  ])
  const onwards =
    start === undefined
      ? sql`true`
      : sql`(list_part, list_value, id) > (${start.part}, ${start.value}, ${start.id})`
  const { rows } = await sql<
    (ListedRow<Name, Column> & { total: number }) | { id: null; total: number }
  >`
    with found as (${sql.join(found, sql` union all `)})
    select * from (select count(*)::int as total from found) as counted left join found on ${onwards}
    order by list_part, list_value, id limit ${atMost}`.execute(database)
  const total = rows[0]?.total ?? 0
  return few !== undefined && total > few
    ? undefined
    : { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), total }
}

/** The rows of a list, part after part, each in the order of an index. */
export async function readInOrder<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  {
    table,
    columns,
    groups,
    search,
    start,
    atMost,
  }: Omit<Reading<Name, Column>, 'near' | 'isSettled'>,
): Promise<ListedRow<Name, Column>[]> {
  const rows: ListedRow<Name, Column>[] = []
  for (const [index, group] of groups.entries()) {
    for (const [tier, { condition, order }] of search.tiers.entries()) {
      const part = firstPart(search, index) + tier
      if (part < (start?.part ?? 0)) continue
      if (rows.length === atMost) return rows
      const column = sql.ref(order)
      const onwards =
        part === start?.part ? [sql<boolean>`(${column}, id) > (${start.value}, ${start.id})`] : []
      const found = await sql<ListedRow<Name, Column>>`
        select ${columnsOf(columns)}, ${sql.lit(part)} as list_part, ${column}::text as list_value from ${sql.table(table)} where ${and(group, condition, ...onwards)}
        order by ${column}, id limit ${atMost - rows.length}`.execute(database)
      rows.push(...found.rows)
    }
  }
  return rows
}

/**
 * The rows of a search that few match, which are these, and very many nearly. Of those only the
 * closest are found and put in order; the others are tried one by one in the order of ids, until
 * there are enough.
 */
export async function readManyNear<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  {
    table,
    columns,
    groups,
    search,
    start,
    atMost,
  }: Omit<Reading<Name, Column>, 'near' | 'isSettled'>,
  matches: readonly ListedRow<Name, Column>[],
): Promise<ListedRow<Name, Column>[]> {
  const rows: ListedRow<Name, Column>[] = []
  const { near, any } = search
  if (near === undefined) return rows
  for (const [index, group] of groups.entries()) {
    const closest = nearPart(search, index)
    const parts = [
      {
        part: closest,
        place: placeOfNear(closest, near),
        condition: and(near.closestWithin(group), not(any)),
        order: sql`${near.closeness}, id`,
        onwards: ({ value, id }: Position) =>
          sql<SqlBool>`(${near.closeness}, id) > (${value}, ${id})`,
      },
      {
        part: closest + 1,
        place: sql`${sql.lit(closest + 1)} as list_part, id::text as list_value`,
        condition: and(group, near.each, not(near.isClosest), not(any)),
        order: sql`id`,
        onwards: ({ id }: Position) => sql<SqlBool>`id > ${id}`,
      },
    ]
    rows.push(
      ...matches.filter(({ list_part }) => Math.trunc(list_part / partsOf(search)) === index),
    )
    for (const { part, place, condition, order, onwards } of parts) {
      if (part < (start?.part ?? 0)) continue
      if (rows.length >= atMost) break
      const left = part === start?.part ? and(condition, onwards(start)) : condition
      const found = await sql<ListedRow<Name, Column>>`
        select ${columnsOf(columns)}, ${place} from ${sql.table(table)} where ${left}
        order by ${order} limit ${atMost - rows.length}`.execute(database)
      rows.push(...found.rows)
    }
  }
  return rows.slice(0, atMost)
}

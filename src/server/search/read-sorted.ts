import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { and, or, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import type { Position } from './cursor'
import { selectedColumns, type ColumnOf, type ListedRow, type RowsQuery } from './read-rows'

/** What rows are sorted by. */
export interface SortValue {
  value: RawBuilder<unknown>
  /** `text` if absent. */
  type?: 'text' | 'integer' | 'timestamptz' | 'uuid'
  /** Whether rows can be without the value. They come last. */
  isNullable?: true
}

/** An order that the caller chose, in place of the usual one. */
export interface ListOrder extends SortValue {
  descending: boolean
}

/**
 * Returns the order of a list that is sorted by a member, descending if it has a minus; undefined
 * if the list is not sorted.
 * @param values what rows are sorted by, for each member
 */
export function listOrder<Member extends string>(
  values: Readonly<Record<Member, SortValue>>,
  sort: NoInfer<Member> | `-${NoInfer<Member>}` | undefined,
): ListOrder | undefined {
  const found = Object.entries<SortValue>(values).find(
    ([member]) => sort === member || sort === `-${member}`,
  )
  return found && { ...found[1], descending: sort?.startsWith('-') === true }
}

/** The numbers of the list part of rows with the value, and of those without. */
const [withValue, withoutValue] = [0, 1]

/** Matches the rows after a position. */
function isAfter(
  { value, type = 'text', isNullable, descending }: ListOrder,
  { part, value: last, id }: Position,
): Condition {
  const after = descending ? sql`<` : sql`>`
  if (part === withoutValue)
    return and(sql<SqlBool>`${value} is null`, sql<SqlBool>`id ${after} ${id}`)
  const lastValue = sql`${last}::text::${sql.raw(type)}`
  const later = sql<SqlBool>`(${value}, id) ${after} (${lastValue}, ${id}::uuid)`
  return isNullable === true ? or(later, sql<SqlBool>`${value} is null`) : later
}

/** What `readSorted` needs of a query. */
type SortedQuery<Name extends keyof Tables, Column extends ColumnOf<Name>> = Pick<
  RowsQuery<Name, Column>,
  'table' | 'columns' | 'largeColumn' | 'start' | 'atMost'
>

/** Reads a page of the rows that match one of the conditions, in an order that the caller chose. */
export async function readSorted<Name extends keyof Tables, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: SortedQuery<Name, Column>,
  conditions: readonly Condition[],
  order: ListOrder,
): Promise<ListedRow<Name, Column>[]> {
  const { value, isNullable, descending } = order
  const direction = descending ? sql`desc` : sql`asc`
  const last = isNullable === true ? sql`nulls last` : sql``
  const afterStart = query.start === undefined ? [] : [isAfter(order, query.start)]
  const { rows } = await sql<ListedRow<Name, Column>>`
    select ${selectedColumns(query)},
      case when ${value} is null then ${sql.lit(withoutValue)} else ${sql.lit(withValue)} end
        as list_part,
      coalesce(${value}::text, '') as list_value
    from ${sql.table(query.table)}
    where ${and(or(...conditions), ...afterStart)}
    order by ${value} ${direction} ${last}, id ${direction}
    limit ${query.atMost}`.execute(database)
  return rows
}

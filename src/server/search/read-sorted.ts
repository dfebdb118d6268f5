import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { and, or, type Condition } from '../store/condition'
import type { Queryable } from '../store/database'
import {
  selectedColumns,
  type ColumnOf,
  type ListedRow,
  type RowsQuery,
  type SearchedTable,
} from './read-rows'
import type { Position } from './cursor'

/** An order that the caller chose, in place of the best matches first. */
export interface ListOrder {
  /** What the rows are sorted by. Rows without it come last. */
  value: RawBuilder<unknown>
  type: 'text' | 'timestamptz' | 'uuid'
  /** Whether rows can be without the value. */
  isNullable: boolean
  descending: boolean
}

/** The numbers of the list part of rows with the value, and of those without. */
const [withValue, withoutValue] = [0, 1]

/** Matches the rows after a position. */
function isAfter(
  { value, type, isNullable, descending }: ListOrder,
  { part, value: last, id }: Position,
): Condition {
  const after = descending ? sql`<` : sql`>`
  if (part === withoutValue)
    return and(sql<SqlBool>`${value} is null`, sql<SqlBool>`id ${after} ${id}`)
  const lastValue = sql`${last}::text::${sql.raw(type)}`
  const later = sql<SqlBool>`(${value}, id) ${after} (${lastValue}, ${id}::uuid)`
  return isNullable ? or(later, sql<SqlBool>`${value} is null`) : later
}

/** Reads a page of the rows that match one of the conditions, in an order that the caller chose. */
export async function readSorted<Name extends SearchedTable, Column extends ColumnOf<Name>>(
  database: Queryable,
  query: RowsQuery<Name, Column>,
  conditions: readonly Condition[],
  order: ListOrder,
): Promise<ListedRow<Name, Column>[]> {
  const { value, isNullable, descending } = order
  const direction = descending ? sql`desc` : sql`asc`
  const last = isNullable ? sql`nulls last` : sql``
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

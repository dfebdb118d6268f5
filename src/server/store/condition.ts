import { expressionBuilder, type Expression, type Selectable, type SqlBool } from 'kysely'
import { validate as isUuid } from 'uuid'
import { firstIdAt } from './record-id'
import type { Tables } from './schema'

/** A condition of a `where` clause. */
export type Condition = Expression<SqlBool>

type Scalar = string | number | boolean | Date | null

/** The tables that have a column. */
export type TableWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * The values that columns should have. The id and the workspace of a row can't be undefined: if
 * they were left out by mistake, the rows of everybody would match.
 */
export type Values<Row> = {
  [Column in keyof Row as Row[Column] extends Scalar ? Column : never]?:
    | Row[Column]
    | readonly Row[Column][]
    | (Column extends 'id' | 'workspace_id' ? never : undefined)
}

/** Takes any column: the functions here check that the table has it. */
const build = expressionBuilder<Record<string, Record<string, Scalar>>, string>()

/** Negates a condition. */
export const not = (condition: Condition): Condition => build.not(condition)

/** Joins conditions with `and`; without any it is true. */
export const and = (...conditions: readonly Condition[]): Condition => build.and(conditions)

/** Joins conditions with `or`; without any it is false. */
export const or = (...conditions: readonly Condition[]): Condition => build.or(conditions)

function hasValue(column: `${string}.${string}`, value: Scalar | readonly Scalar[]): Condition {
  if (value === null) return build(column, 'is', null)
  // One parameter for the whole list: the statement is the same for lists of any length.
  return build(column, '=', Array.isArray(value) ? build.fn.any(build.val(value)) : value)
}

/**
 * Matches the rows of a table whose columns have these values: a list matches any of its values, an
 * empty one nothing, null matches null, and undefined leaves the column out.
 */
export function matches<Name extends keyof Tables>(
  table: Name,
  values: Values<Selectable<Tables[Name]>>,
): Condition
export function matches(
  table: string,
  values: Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>,
): Condition {
  const conditions = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [hasValue(`${table}.${column}`, value)],
  )
  return and(...conditions)
}

/** Returns the value to match an id from a request: text that is not a UUID matches nothing. */
export function idOrNone(text: string | undefined): string | readonly string[] | undefined {
  return text === undefined || isUuid(text) ? text : []
}

/** Ids of `recordId` begin with the time of their row; those of earlier versions are near it. */
const idToleranceMilliseconds = 60_000

/**
 * Matches the rows of a table that were created at `from` or later, and before `to`. Their ids are
 * compared too, because the indexes are in the order of ids.
 * @param period ISO 8601; a bound that is left out doesn't count
 */
export function createdWithin(
  table: TableWith<'created_at'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Condition {
  const bound = (time: string, comparison: '>=' | '<', tolerance: number) => {
    const at = new Date(time)
    const id = firstIdAt(new Date(at.getTime() + tolerance))
    return [build(`${table}.created_at`, comparison, at), build(`${table}.id`, comparison, id)]
  }
  return and(
    ...(from === undefined ? [] : bound(from, '>=', -idToleranceMilliseconds)),
    ...(to === undefined ? [] : bound(to, '<', idToleranceMilliseconds)),
  )
}

/** Escapes the wildcards of `like` in a text. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

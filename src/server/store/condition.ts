import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** A condition of a `where` clause. */
export type Condition = RawBuilder<SqlBool>

export const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`

/** Joins conditions with `and`; without any it is true. */
export const and = (...conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`

export const or = (...conditions: readonly [Condition, ...Condition[]]): Condition =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** Escapes the wildcards of `like` in a text. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

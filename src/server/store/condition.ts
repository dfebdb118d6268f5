import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** What a row meets, or does not. */
export type Condition = RawBuilder<SqlBool>

export const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`

/** Met by every row where there are none. */
export const and = (...conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`

export const or = (...conditions: readonly [Condition, ...Condition[]]): Condition =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** Text as a part of a pattern, in which nothing of it is a wildcard. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

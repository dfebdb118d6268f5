import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { defaultPageSize, maxSearchedRows } from '@/contract/pagination'
import { and, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import { nameOfList, readCursor, writeCursor, type ListIdentity } from './cursor'
import { maxPageBytes } from './page-bytes'
import { selectedColumns, type ColumnOf } from './read-rows'

export interface LatestRequest<
  Name extends keyof Tables,
  Column extends ColumnOf<Name> = ColumnOf<Name>,
> {
  table: Name
  /** What is read of each row. The default is all. */
  columns?: readonly Column[]
  /** What the cursor belongs to: operation, scope and filters. */
  list: ListIdentity
  condition: Condition
  /** A condition that no index serves: a page ends when `maxSearchedRows` were searched for it. */
  filter?: Condition | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** A read column with values of any size: a page ends when they add up to 8 MB. */
  largeColumn?: NoInfer<Column>
}

/** Returns the id of the last row that a page may check; undefined if it may check all. */
async function lastChecked(
  database: Queryable,
  table: keyof Tables,
  condition: Condition,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${condition}
    order by id desc offset ${maxSearchedRows - 1} limit 1`.execute(database)
  return rows[0]?.id
}

/** Selects the rows that fit into the page, each with the number of all rows. */
function thatFit(listed: RawBuilder<unknown>, column: string): RawBuilder<unknown> {
  return sql`
    select * from (
      select *, count(*) over ()::int as found,
        sum(octet_length(${sql.ref(column)}::text))
          over (order by id desc rows between unbounded preceding and 1 preceding) as bytes_before
      from (${listed}) as listed
    ) as measured
    where coalesce(bytes_before, 0) < ${maxPageBytes}::int order by id desc`
}

/**
 * Reads a page of a list, newest first. Ids begin with their creation time, so sorting by id sorts
 * by time, and a page starts after the previous one whatever is written in the meantime. With a
 * filter, a page can have few rows or none although more follow.
 * @throws invalid_request for a cursor of another list
 */
export async function newestFirstPage<
  Name extends keyof Tables,
  Column extends ColumnOf<Name> = ColumnOf<Name>,
>(
  database: Queryable,
  {
    table,
    columns,
    list,
    condition,
    filter,
    limit = defaultPageSize,
    cursor,
    largeColumn,
  }: LatestRequest<Name, Column>,
): Promise<{ rows: Pick<Selectable<Tables[Name]>, Column>[]; cursor?: string }> {
  const name = nameOfList(list)
  const start = readCursor(name, cursor)
  const rest = start === undefined ? condition : and(condition, sql<SqlBool>`id < ${start.id}`)
  // Rows that are written from here on are newer, so that the page covers them too.
  const end = filter && (await lastChecked(database, table, rest))
  const where = and(
    rest,
    ...(filter === undefined ? [] : [filter]),
    ...(end === undefined ? [] : [sql<SqlBool>`id >= ${end}`]),
  )
  const selected = columns === undefined ? sql`*` : selectedColumns({ columns })
  const listed = sql`
    select ${selected} from ${sql.table(table)} where ${where} order by id desc limit ${limit + 1}`
  const { rows } = await sql<
    Pick<Selectable<Tables[Name]>, Column> & { id: string; found?: number }
  >`
    ${largeColumn === undefined ? listed : thatFit(listed, largeColumn)}`.execute(database)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const found = last?.found ?? rows.length
  const id = found > page.length ? last?.id : end
  if (id === undefined) return { rows: page }
  return { rows: page, cursor: writeCursor(name, { id }) }
}

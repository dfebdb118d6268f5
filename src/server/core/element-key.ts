import { sql } from 'kysely'
import { keyFromName } from '../../contract/folded-text'
import { escapeLike } from '../store/condition'
import type { Queryable } from '../store/database'
import { planEachTime } from '../store/statement-names'
import { ServiceError } from './service-error'

/** Tables whose rows have a key of their own in their workspace, with what one of them is called. */
const elements = { connectors: 'connector', apps: 'app' } as const
type ElementTable = keyof typeof elements

/** A key made from the name that nothing in the table has yet: the first of `key`, `key-2`, `key-3` … */
export async function freeKey(
  database: Queryable,
  table: ElementTable,
  workspaceId: string,
  name: string,
): Promise<string> {
  const key = keyFromName(name) || elements[table]
  const { rows } = await sql<{ key: string }>`
    ${planEachTime} select key from ${sql.table(table)}
    where workspace_id = ${workspaceId} and key like ${`${escapeLike(key)}%`}`.execute(database)
  const taken = new Set(rows.map((row) => row.key))
  let free = key
  for (let number = 2; taken.has(free); number += 1) free = `${key}-${number}`
  return free
}

/** What is archived keeps its key, so that it can be restored. @throws already_exists */
export async function assertKeyAvailable(
  database: Queryable,
  table: ElementTable,
  workspaceId: string,
  column: 'key' | 'uuid',
  value: string | undefined,
): Promise<void> {
  if (value === undefined) return
  const { rows } = await sql<{ archived_at: Date | null }>`
    select archived_at from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${value}`.execute(
    database,
  )
  const [taken] = rows
  if (taken === undefined) return
  const other = `${taken.archived_at === null ? 'Another' : 'An archived'} ${elements[table]} of this workspace`
  throw new ServiceError(
    'already_exists',
    `${other} has the ${column} '${value}': choose a different one`,
    { field: column },
  )
}

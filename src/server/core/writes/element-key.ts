import { reservedAppKeys } from '@/contract/apps'
import { keyFromName } from '@/contract/folded-text'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { ServiceError } from '../service-error'

/** Tables with a key that is unique in the workspace, and the name of a row in messages. */
const elements = { connectors: 'connector', apps: 'app' } as const
type ElementTable = keyof typeof elements

/** Derives a free key from a name: the first of `key`, `key-2`, `key-3` and so on. */
export async function freeKey(
  database: Queryable,
  table: ElementTable,
  workspaceId: string,
  name: string,
): Promise<string> {
  const key = keyFromName(name) || elements[table]
  const reserved: readonly string[] = table === 'apps' ? reservedAppKeys : []
  for (let first = 1; ; first *= 2) {
    const numbers = Array.from({ length: first }, (_, index) => first + index)
    const candidates = numbers.map((number) => (number === 1 ? key : `${key}-${number}`))
    const rows = await database
      .selectFrom(table)
      .select('key')
      .where(matches(table, { workspace_id: workspaceId, key: candidates }))
      .execute()
    const taken = new Set([...reserved, ...rows.map((row) => row.key)])
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

/**
 * Refuses a key or uuid that is taken. Archived rows keep theirs, so that they can be restored.
 * @throws already_exists
 */
export async function assertKeyAvailable(
  database: Queryable,
  table: ElementTable,
  workspaceId: string,
  column: 'key' | 'uuid',
  value: string | undefined,
): Promise<void> {
  if (value === undefined) return
  const taken = await database
    .selectFrom(table)
    .select('archived_at')
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', value)
    .executeTakeFirst()
  if (taken === undefined) return
  const which = taken.archived_at === null ? 'Another' : 'An archived'
  const other = `${which} ${elements[table]} of this workspace`
  throw new ServiceError(
    'already_exists',
    `${other} has the ${column} '${value}': choose a different one`,
    { field: column },
  )
}

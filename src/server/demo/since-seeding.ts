import type { Queryable } from '@/server/store/database'
import { historyRows } from './history'
import { storyDay, storyEnd } from './story-calendar'
import { productionKey, workspaceId } from './workspaces'

/** Returns when the demo was seeded; its activity ends then. */
export async function seededAt(database: Queryable): Promise<Date> {
  const { created_at: start } = await database
    .selectFrom('workspaces')
    .select('created_at')
    .where('id', '=', workspaceId(productionKey))
    .executeTakeFirstOrThrow()
  return storyEnd(start)
}

/** Whether the demo has been changed since it was seeded, according to its history. */
export async function isChanged(database: Queryable): Promise<boolean> {
  const seeded = historyRows(storyDay(await seededAt(database))).map(({ id }) => id)
  const change = await database
    .selectFrom('audit_events')
    .select('id')
    .where('outcome', '=', 'done')
    .where('id', 'not in', seeded)
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}

import { sql } from 'kysely'
import { clockSkewSeconds } from '../core/clock-skew'
import type { Dependencies } from '../core/context'

/**
 * Logs by how many seconds the clock is ahead of the database's, if they differ by too much.
 * Servers lease work by their own clocks: if these differ, webhooks are sent twice.
 */
export async function compareClocks({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<void> {
  const before = clock().getTime()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
  const now = rows[0]?.now.getTime() ?? before
  // The statement may have waited, so the database's time is one between these two.
  const milliseconds = Math.max(before - now, 0) || Math.min(clock().getTime() - now, 0)
  if (Math.abs(milliseconds) < clockSkewSeconds * 1000) return
  log.error(
    { seconds: Math.round(milliseconds / 1000) },
    'the clocks of this server and of the database differ: correct the one that is wrong',
  )
}

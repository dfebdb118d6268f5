import { sql } from 'kysely'
import type { Limits } from '../../../contract/limits'
import type { Platform } from '../context'

/** Hands operator’s limits to the instance that owns a workspace. Throws where that did not work. */
export type MirrorOperatorLimits = (mirrored: { serviceInstanceId: string; workspaceId: string; operatorLimits: Limits }) => Promise<'mirrored' | 'unknown instance'>

const shortestPauseSeconds = 5
const longestPauseSeconds = 3600

const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300)

/**
 * Tries one mirroring that is due, and writes down how it went. What is due is put off before it is tried, so that
 * several servers don’t try the same, and one that dies in the middle does not lose it.
 * @returns whether there was one
 */
async function mirrorOne({ database, clock, mirrorOperatorLimits }: Platform): Promise<boolean> {
  const now = clock()
  const pause = sql<number>`least(${longestPauseSeconds}, ${shortestPauseSeconds} * power(2, least(operator_limits_mirror_attempts, 20)))`
  const claimed = await database
    .updateTable('workspaces')
    .set({ operator_limits_mirror_due: sql`${now}::timestamptz + make_interval(secs => ${pause})`, operator_limits_mirror_attempts: sql`operator_limits_mirror_attempts + 1` })
    .where('id', '=', (due) => due.selectFrom('workspaces').select('id').where('operator_limits_mirror_due', '<=', now).orderBy('operator_limits_mirror_due').limit(1).forUpdate().skipLocked())
    .returning(['id', 'service_instance_id', 'operator_limits'])
    .executeTakeFirst()
  if (claimed === undefined) return false

  const written = JSON.stringify(claimed.operator_limits)
  const outcome = await mirrorOperatorLimits({ serviceInstanceId: claimed.service_instance_id ?? '', workspaceId: claimed.id, operatorLimits: claimed.operator_limits }).catch((error: unknown) => new Error(inWords(error)))
  const row = database.updateTable('workspaces').where('id', '=', claimed.id)
  if (outcome instanceof Error) await row.set({ operator_limits_sync_error: outcome.message }).execute()
  else if (outcome === 'mirrored') {
    await row.set({ operator_limits_synced_at: clock(), operator_limits_sync_error: null }).execute()
    // What was changed meanwhile is still due.
    await row.set({ operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 }).where(sql<boolean>`operator_limits = ${written}::jsonb`).execute()
  } else await row.set({ operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 }).execute()
  return true
}

/** Mirrors the operator’s limits that were changed, or whose last try failed and is due again. */
export async function mirrorDueOperatorLimits(platform: Platform): Promise<void> {
  while (await mirrorOne(platform));
}

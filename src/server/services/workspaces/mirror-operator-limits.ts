import { sql } from 'kysely'
import { clockSkewSeconds } from '../../core/clock-skew'
import type { Dependencies } from '../../core/context'
import { errorText } from '../../core/error-text'

const shortestPauseSeconds = 5
const longestPauseSeconds = 3600
/** So long a try is waited for before another server may make one. Longer than a try can last. */
const leaseSeconds = 30

/**
 * Tries one mirroring that is due, and writes down how it went. What is due is put off before it is tried, so that
 * several servers don’t try the same, and one that dies in the middle does not lose it.
 * @returns whether there was one
 */
async function mirrorOne({
  database,
  clock,
  mirrorOperatorLimits,
}: Dependencies): Promise<boolean> {
  const now = clock()
  const furthest = new Date(now.getTime() + (longestPauseSeconds + clockSkewSeconds) * 1000)
  const claimed = await database
    .updateTable('workspaces')
    .set({
      operator_limits_mirror_due: new Date(now.getTime() + leaseSeconds * 1000),
      operator_limits_mirror_attempts: sql`operator_limits_mirror_attempts + 1`,
    })
    .where('id', '=', (workspaces) =>
      workspaces
        .selectFrom('workspaces')
        .select('id')
        .where((due) =>
          due.or([
            due('operator_limits_mirror_due', '<=', now),
            due('operator_limits_mirror_due', '>', furthest),
          ]),
        )
        .orderBy('operator_limits_mirror_due')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'service_instance_id',
      'operator_limits',
      'operator_limits_mirror_attempts as attempts',
    ])
    .executeTakeFirst()
  if (claimed === undefined) return false

  const written = JSON.stringify(claimed.operator_limits)
  const outcome = await mirrorOperatorLimits({
    serviceInstanceId: claimed.service_instance_id ?? '',
    workspaceId: claimed.id,
    operatorLimits: claimed.operator_limits,
  }).catch((error: unknown) => new Error(errorText(error)))
  const row = database.updateTable('workspaces').where('id', '=', claimed.id)
  // What was changed meanwhile is still due.
  const unchanged = row.where(sql<boolean>`operator_limits = ${written}::jsonb`)
  if (outcome instanceof Error) {
    const pause = Math.min(longestPauseSeconds, shortestPauseSeconds * 2 ** (claimed.attempts - 1))
    await row.set({ operator_limits_sync_error: outcome.message }).execute()
    await unchanged
      .set({ operator_limits_mirror_due: new Date(clock().getTime() + pause * 1000) })
      .execute()
  } else if (outcome === 'mirrored') {
    await row
      .set({ operator_limits_synced_at: clock(), operator_limits_sync_error: null })
      .execute()
    await unchanged
      .set({ operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 })
      .execute()
  } else
    await row
      .set({ operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 })
      .execute()
  return true
}

/** Mirrors the operator’s limits that were changed, or whose last try failed and is due again, until the stop. */
export async function mirrorDueOperatorLimits(
  dependencies: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!stopping.aborted && (await mirrorOne(dependencies)));
}

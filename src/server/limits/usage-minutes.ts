import { sql } from 'kysely'
import type { LimitName } from '@/contract/limits'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'

/** The use of a limit in one minute. */
interface UsageMinute {
  workspaceId: string
  limit: LimitName
  /** When it begins, in milliseconds. */
  minute: number
  used: number
  refused: number
  /** The highest level. */
  peak: number
  /** Attempts by what `spreadBy` names. */
  spread: Map<number, number>
}

/** The minutes of all workspaces, by workspace, limit and minute. */
export type UsageMinutes = Map<string, UsageMinute>

/** Adds the use of a limit to what is recorded. */
export function addMinute(minutes: UsageMinutes, added: UsageMinute): void {
  const key = `${added.workspaceId} ${added.limit} ${added.minute}`
  const known = minutes.get(key)
  if (known === undefined) {
    minutes.set(key, added)
  } else {
    known.used += added.used
    known.refused += added.refused
    known.peak = Math.max(known.peak, added.peak)
    for (const [part, attempts] of added.spread)
      known.spread.set(part, (known.spread.get(part) ?? 0) + attempts)
  }
}

/** Returns the workspaces that still exist, because a reset of the demo deletes some. */
export async function knownWorkspaces(
  transaction: Queryable,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('workspaces')
    .select('id')
    .where(matches('workspaces', { id: ids }))
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds usage to the minutes that other servers wrote. Rows are sorted to prevent deadlocks. */
export async function writeMinutes(
  transaction: Queryable,
  minutes: readonly UsageMinute[],
): Promise<void> {
  if (minutes.length === 0) return
  const rows = minutes.map(({ workspaceId, limit, minute, used, refused, peak, spread }) => ({
    workspace_id: workspaceId,
    limit_name: limit,
    minute: new Date(minute).toISOString(),
    used,
    refused,
    peak,
    spread: Object.fromEntries(spread),
  }))
  // Sent as one parameter, because a statement takes at most 65,535.
  const added = sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      workspace_id uuid, limit_name text, minute timestamptz,
      used integer, refused integer, peak integer, spread jsonb)
    order by workspace_id, limit_name, minute`
  await transaction
    .insertInto('usage_minutes')
    .columns(['workspace_id', 'limit_name', 'minute', 'used', 'refused', 'peak', 'spread'])
    .expression(added)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'limit_name', 'minute']).doUpdateSet({
        used: sql`usage_minutes.used + excluded.used`,
        refused: sql`usage_minutes.refused + excluded.refused`,
        peak: sql`greatest(usage_minutes.peak, excluded.peak)`,
        spread: sql`(select coalesce(jsonb_object_agg(key, attempts), '{}') from (
          select key, sum(value::int) as attempts
          from (
            select * from jsonb_each_text(usage_minutes.spread)
            union all select * from jsonb_each_text(excluded.spread)
          ) as both_spreads
          group by key) as merged)`,
      }),
    )
    .execute()
}

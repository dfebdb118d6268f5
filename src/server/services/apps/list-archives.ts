import { sql } from 'kysely'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { matches } from '@/server/store/condition'

const maxListed = 50

/** Lists the latest bulk archives of the caller's workspace. Operators see those of operators. */
export async function listAppArchives(
  context: RequestContext,
): Promise<ResponseOf<Operations['listAppArchives']>> {
  const workspaceId = context.caller.workspaceId ?? null
  const rows = await context.database
    .selectFrom('archive_batches')
    .selectAll()
    .select((batch) =>
      batch
        .selectFrom('archive_batch_apps')
        .whereRef('batch_id', '=', 'archive_batches.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('count'),
    )
    .where(matches('archive_batches', { workspace_id: workspaceId }))
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      count: row.count ?? 0,
      actor: row.actor,
      createdAt: row.created_at.toISOString(),
      restoredAt: row.restored_at?.toISOString(),
    })),
  }
}

import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { assertAllWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { notFound } from '../../core/service-error'
import { admitRestored } from './admit-restored'
import { workspaceSeenBy } from './filters'
import type { AppRow } from './record'

const maxListed = 50

/** The latest bulk archives of the caller’s workspace; an operator sees those of operators. */
export async function listAppArchives(
  context: RequestContext,
): Promise<ResponseOf<Operations['listAppArchives']>> {
  const workspaceId = workspaceSeenBy(context) ?? null
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
    .where('workspace_id', 'is not distinct from', workspaceId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      count: row.count ?? 0,
      actor: row.actor,
      createdAt: row.created_at.toISOString(),
      ...(row.restored_at === null ? {} : { restoredAt: row.restored_at.toISOString() }),
    })),
  }
}

/**
 * Restores what one bulk archive archived; what was restored since stays as it is, archived again
 * or not.
 * @throws not_found, access_denied, conflict, rate_limit_exceeded
 */
export async function restoreAppArchive(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreAppArchive']>,
): Promise<{ count: number }> {
  const workspaceId = workspaceSeenBy(context) ?? null
  return context.database.transaction().execute(async (transaction) => {
    const batch = isUuid(params.batchId)
      ? await transaction
          .selectFrom('archive_batches')
          .selectAll()
          .where('id', '=', params.batchId)
          .where('workspace_id', 'is not distinct from', workspaceId)
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (batch === undefined) throw notFound('bulk archive', params.batchId)

    // The apps are locked before their workspaces, as everything that archives locks them.
    const { rows } = await sql<AppRow>`
      select * from apps
      where id in (select app_id from archive_batch_apps where batch_id = ${batch.id})
        and archived_at = ${batch.created_at}
      order by id for update`.execute(transaction)
    await assertAllWritable(transaction, [workspaceId], { alone: true })
    await admitRestored(
      context,
      transaction,
      rows.map((app) => app.workspace_id),
    )

    const now = context.clock()
    await sql`
      update apps set archived_at = null, updated_at = ${now}
      where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(transaction)
    await transaction
      .updateTable('archive_batches')
      .set({ restored_at: now })
      .where('id', '=', batch.id)
      .execute()
    await audit(
      context,
      transaction,
      ...rows.map((app) => ({
        operation: 'restoreAppArchive' as const,
        workspaceId: app.workspace_id,
        subject: { type: 'app' as const, id: app.id, name: app.name },
      })),
    )
    return { count: rows.length }
  })
}

import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { notFound } from '@/server/core/service-error'
import { lockWorkspaces } from '@/server/core/writes/writable'
import { writing, type RecordKind } from '@/server/core/writes/writing'
import { matches } from '@/server/store/condition'
import type { ArchiveBatchesTable } from '@/server/store/schema'
import { admitRestored } from './admit-restored'
import { appEntry } from './find'
import { appItemColumns, type AppItemRow } from './record'

interface Batch {
  batch: Selectable<ArchiveBatchesTable>
  /** Those of its apps that have not been restored since. */
  apps: AppItemRow[]
}

const archiveBatches: RecordKind<Batch> = {
  name: 'bulk archive',
  async lock(context, transaction, id) {
    const batch = isUuid(id)
      ? await transaction
          .selectFrom('archive_batches')
          .selectAll()
          .where('id', '=', id)
          .where('workspace_id', 'is not distinct from', context.caller.workspaceId ?? null)
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (batch === undefined) throw notFound('bulk archive', id)
    // Like all archive operations, this locks the apps before their workspaces.
    const apps = await transaction
      .selectFrom('apps')
      .select(appItemColumns)
      .where('id', 'in', (archived) =>
        archived.selectFrom('archive_batch_apps').select('app_id').where('batch_id', '=', batch.id),
      )
      .where('archived_at', '=', batch.created_at)
      .$if(batch.workspace_id !== null, (query) =>
        query.where('workspace_id', '=', batch.workspace_id),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return { batch, apps }
  },
  lockOwners: (transaction, { batch, apps }, options) =>
    lockWorkspaces(
      transaction,
      [batch.workspace_id, ...apps.map((app) => app.workspace_id)],
      options,
    ),
}

/**
 * Restores the apps of a bulk archive, except those that were restored since, even if they were
 * archived again.
 * @throws not_found, access_denied, conflict, rate_limit_exceeded
 */
export async function restoreAppArchive(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['restoreAppArchive']>,
): Promise<ResponseOf<Operations['restoreAppArchive']>> {
  const write = {
    operation: 'restoreAppArchive',
    records: archiveBatches,
    id: params.batchId,
    exclusive: true,
  } as const
  return writing(context, write, async (transaction, { batch, apps }) => {
    const uses = await admitRestored(context, transaction, apps)
    const now = context.clock()
    const ids = apps.map(({ id }) => id)
    await transaction
      .updateTable('apps')
      .set({ archived_at: null, updated_at: now })
      .where(matches('apps', { id: ids }))
      .execute()
    await transaction
      .updateTable('archive_batches')
      .set({ restored_at: now })
      .where('id', '=', batch.id)
      .execute()
    return { result: { count: apps.length }, entries: apps.map(appEntry), uses }
  })
}

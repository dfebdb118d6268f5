import { sql } from 'kysely'
import type { ArchivedItem, ArchiveOutcome } from '@/contract/apps'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import { writing } from '@/server/core/writes/writing'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { insertRows } from '@/server/store/insert-rows'
import { recordId } from '@/server/store/record-id'
import { archivedEvents } from './archived-events'
import { chosenApps, toArchive, type ArchiveBody, type Chosen } from './choose'
import { appEntry } from './find'
import type { AppItemRow } from './record'

type Result = ResponseOf<Operations['archiveApps']>

/** Counts the live connections of each app that the caller can see. */
async function countConnections(
  context: RequestContext,
  database: Queryable,
  chosen: readonly Chosen[],
): Promise<Map<string, number>> {
  const { workspaceId } = context.caller
  const ids = chosen.flatMap(({ app }) => (app === undefined ? [] : [app.id]))
  const { rows } = await sql<{ app_id: string; count: number }>`
    select external_app_id as app_id, count(*)::int as count from connections
    where external_app_id = any(${ids}::uuid[]) and archived_at is null
      ${workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`}
    group by external_app_id`.execute(database)
  return new Map(rows.map(({ app_id, count }) => [app_id, count]))
}

async function archiveAll(
  context: RequestContext,
  transaction: Queryable,
  apps: readonly AppItemRow[],
): Promise<string> {
  const now = context.clock()
  const batchId = recordId(now)
  const ids = apps.map(({ id }) => id)
  await transaction
    .updateTable('apps')
    .set({ archived_at: now, updated_at: now })
    .where(matches('apps', { id: ids }))
    .execute()
  await transaction
    .insertInto('archive_batches')
    .values({
      id: batchId,
      workspace_id: context.caller.workspaceId ?? null,
      actor: context.caller.name,
      created_at: now,
    })
    .execute()
  const batchApps = ids.map((id) => ({ batch_id: batchId, app_id: id }))
  await insertRows(transaction, 'archive_batch_apps', batchApps)
  return batchId
}

/** @throws conflict when the number of apps differs from what the caller expects */
function assertExpectedCount({ expectedCount }: ArchiveBody, count: number): void {
  if (expectedCount === undefined || expectedCount === count) return
  throw new ServiceError(
    'conflict',
    `The number of apps to archive is ${count}, not ${expectedCount}: preview them again`,
    { expectedCount, count },
  )
}

/**
 * Archives many apps in one transaction, and reports the outcome of each.
 * @throws conflict, invalid_request, access_denied
 */
export async function archiveApps(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['archiveApps']>,
): Promise<Result> {
  const write = { operation: 'archiveApps', records: chosenApps, id: body } as const
  return writing<Chosen[], ArchiveBody, Result>(context, write, async (transaction, chosen) => {
    const apps = toArchive(chosen)
    assertExpectedCount(body, apps.length)
    const connections = await countConnections(context, transaction, chosen)
    const itemsWith = (done: ArchiveOutcome) =>
      chosen.map(({ selector, app, outcome }): ArchivedItem => ({
        selector,
        id: app?.id,
        key: app?.key,
        name: app?.name,
        connections: app && (connections.get(app.id) ?? 0),
        outcome: outcome === 'would_archive' ? done : outcome,
      }))
    if (body.validateOnly === true)
      return { result: { count: apps.length, items: itemsWith('would_archive') } }
    if (apps.length === 0) return { result: { count: 0, items: itemsWith('archived') } }

    const batchId = await archiveAll(context, transaction, apps)
    return {
      result: { batchId, count: apps.length, items: itemsWith('archived') },
      entries: apps.map(appEntry),
      events: archivedEvents(context, apps),
    }
  })
}

import type { RequestContext } from '@/server/core/context'
import { accessDenied } from '@/server/core/service-error'
import { writing } from '@/server/core/writes/writing'
import { admitRestored } from './admit-restored'
import { archivedEvents } from './archived-events'
import { appEntry, apps, assertNotReadOnly } from './find'
import type { AppRow } from './record'

/** @throws access_denied when the caller, or the app itself, does not allow a change */
function assertArchivable({ caller }: RequestContext, app: AppRow): void {
  if (app.workspace_id === null && caller.role !== 'operator')
    throw accessDenied(`${app.name} is a public app: only operators can archive or restore it`)
  assertNotReadOnly(app)
}

/**
 * Archives or restores an app. Does nothing if it is already in that state.
 * @throws not_found, precondition_failed, access_denied, conflict, rate_limit_exceeded
 */
export async function setArchived(
  context: RequestContext,
  operation: 'archiveApp' | 'restoreApp',
  selector: string,
): Promise<AppRow> {
  const isArchived = operation === 'archiveApp'
  const write = { operation, records: apps, id: selector, exclusive: !isArchived }
  return writing(context, write, async (transaction, app) => {
    assertArchivable(context, app)
    if ((app.archived_at !== null) === isArchived) return { result: app }
    const uses = isArchived ? [] : await admitRestored(context, transaction, [app])
    const now = context.clock()
    const archivedAt = isArchived ? now : null
    const result = await transaction
      .updateTable('apps')
      .set({ archived_at: archivedAt, updated_at: now })
      .where('id', '=', app.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes = [{ path: 'archivedAt', before: app.archived_at, after: archivedAt }]
    return {
      result,
      entries: [{ ...appEntry(app), changes }],
      events: isArchived ? archivedEvents(context, [app]) : [],
      uses,
    }
  })
}

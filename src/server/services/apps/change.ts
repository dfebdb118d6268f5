import type { OperationId } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { assertAllWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied } from '../../core/service-error'
import { admitRestored } from './admit-restored'
import { emitArchived } from './emit-archived'
import { findApp } from './find'
import type { AppRow } from './record'

/** @throws access_denied when the caller, or the app itself, does not allow a change */
function assertArchivable(context: RequestContext, app: AppRow): void {
  if (app.workspace_id === null && context.caller.role !== 'operator')
    throw accessDenied(`${app.name} is a public app: operators archive and restore those`)
  if (app.is_read_only)
    throw accessDenied(`${app.name} is read-only: it cannot be archived or changed`)
}

/** Archives or restores an app; of one that is so already it changes nothing. @throws not_found, access_denied, conflict, rate_limit_exceeded */
export async function setArchived(
  context: RequestContext,
  operation: OperationId,
  selector: string,
  archivedAt: Date | null,
): Promise<AppRow> {
  return context.database.transaction().execute(async (transaction) => {
    const app = await findApp(context, transaction, selector, { forUpdate: true })
    assertArchivable(context, app)
    if ((app.archived_at === null) === (archivedAt === null)) return app
    if (archivedAt === null) await admitRestored(context, transaction, [app.workspace_id])
    else await assertAllWritable(transaction, [app.workspace_id])
    await audit(context, transaction, {
      operation,
      workspaceId: app.workspace_id,
      subject: { type: 'app', id: app.id, name: app.name },
      changes: [{ path: 'archivedAt', before: app.archived_at, after: archivedAt }],
    })
    if (archivedAt !== null) await emitArchived(context, transaction, [app])
    return transaction
      .updateTable('apps')
      .set({ archived_at: archivedAt, updated_at: context.clock() })
      .where('id', '=', app.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

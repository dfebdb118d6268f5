import { v7 as uuid } from 'uuid'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { assertWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { resolveWorkspace } from '../../core/resolve-workspace'
import { notifyOfAlert } from '../../notifications/alert-channels'
import { alertRecord } from '../../notifications/alert-record'

/** Raises an alert of the type `testAlert`, resolved already, and sends it where the settings say. @throws not_found, conflict, access_denied, invalid_request */
export async function testAlert(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['testAlert']>,
): Promise<ResponseOf<Operations['testAlert']>> {
  const workspace = await resolveWorkspace(context, body.workspaceId, 'body')
  return context.database.transaction().execute(async (transaction) => {
    await assertWritable(transaction, workspace.id)
    const now = context.clock()
    const alert = await transaction
      .insertInto('alerts')
      .values({
        id: uuid(),
        workspace_id: workspace.id,
        key: 'testAlert',
        type: 'testAlert',
        severity: 'warning',
        status: 'resolved',
        description: `Test alert, raised by ${context.caller.name}`,
        created_at: now,
        updated_at: now,
        last_seen_at: now,
        resolved_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(context, transaction, {
      operation: 'testAlert',
      workspaceId: workspace.id,
      subject: { type: 'workspace', id: workspace.id, name: workspace.name },
    })
    return {
      alert: alertRecord(alert, workspace.org_id),
      channels: await notifyOfAlert(context, transaction, 'alert.created', alert),
    }
  })
}

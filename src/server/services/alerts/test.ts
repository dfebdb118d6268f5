import { v7 as uuid } from 'uuid'
import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { refuseReadOnlyWorkspace } from '../../core/authorize'
import type { Call } from '../../core/context'
import { namedWorkspace } from '../../core/resolve-workspace'
import { notifyOfAlert } from '../../notifications/notify-alert'
import { alertRecord } from '../../notifications/alert-record'

/** Raises an alert of the type `testAlert`, resolved already, and sends it where the settings say. @throws not_found, conflict, access_denied, invalid_request */
export async function testAlert(
  call: Call,
  { body }: ParsedRequestOf<Operations['testAlert']>,
): Promise<AnswerOf<Operations['testAlert']>> {
  const workspace = await namedWorkspace(call, body.workspaceId, 'body')
  return call.database.transaction().execute(async (transaction) => {
    await refuseReadOnlyWorkspace(transaction, workspace.id)
    const now = call.clock()
    const alert = await transaction
      .insertInto('alerts')
      .values({
        id: uuid(),
        workspace_id: workspace.id,
        key: 'testAlert',
        type: 'testAlert',
        severity: 'warning',
        status: 'resolved',
        description: `Test alert, raised by ${call.caller.name}`,
        created_at: now,
        updated_at: now,
        last_seen_at: now,
        resolved_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(call, transaction, {
      operation: 'testAlert',
      workspaceId: workspace.id,
      subject: { type: 'workspace', id: workspace.id, name: workspace.name },
    })
    return {
      alert: alertRecord(alert, workspace.org_id),
      channels: await notifyOfAlert(call, transaction, 'alert.created', alert),
    }
  })
}

import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { workspaceEntry, workspaces } from '../../core/find-workspace'
import { resolveWorkspaceId } from '../../core/resolve-workspace'
import { writing } from '../../core/writing'
import { alertRecord } from '../../notifications/alert-record'
import { sendAlert } from '../../notifications/send-alert'
import { recordId } from '../../store/record-id'

/**
 * Raises an alert of the type `testAlert`, already resolved, and sends it to its channels.
 * @throws not_found, conflict, access_denied, invalid_request
 */
export async function testAlert(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['testAlert']>,
): Promise<ResponseOf<Operations['testAlert']>> {
  const id = resolveWorkspaceId(context, body.workspaceId, 'body')
  const write = { operation: 'testAlert', resource: workspaces, id } as const
  return writing(context, write, async (transaction, workspace) => {
    const now = context.clock()
    const alert = await transaction
      .insertInto('alerts')
      .values({
        id: recordId(now),
        workspace_id: id,
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
    const channels = await sendAlert(context, transaction, 'alert.created', alert)
    return {
      result: { alert: alertRecord(alert, workspace.org_id), channels },
      entries: [workspaceEntry(workspace)],
    }
  })
}

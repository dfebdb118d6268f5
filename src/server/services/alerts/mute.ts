import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { refuseReadOnlyWorkspace } from '../../core/authorize'
import type { Call } from '../../core/context'
import { namedWorkspace } from '../../core/resolve-workspace'
import { mutesOf } from './list-mutes'

/** Stops delivering an alert type until then, or delivers it again. @throws not_found, conflict, access_denied, invalid_request */
export async function setAlertMute(
  call: Call,
  { params: { type }, body }: ParsedRequestOf<Operations['setAlertMute']>,
): Promise<AnswerOf<Operations['setAlertMute']>> {
  const { id, name } = await namedWorkspace(call, body.workspaceId, 'body')
  return call.database.transaction().execute(async (transaction) => {
    await refuseReadOnlyWorkspace(transaction, id)
    const before = (await mutesOf(transaction, id, call.clock())).find(
      (mute) => mute.type === type,
    )?.mutedUntil
    await transaction
      .deleteFrom('alert_mutes')
      .where('workspace_id', '=', id)
      .where('type', '=', type)
      .execute()
    const after = body.mutedUntil ?? undefined
    if (after !== undefined)
      await transaction
        .insertInto('alert_mutes')
        .values({ workspace_id: id, type, muted_until: new Date(after) })
        .execute()
    if (before !== after) {
      await audit(call, transaction, {
        operation: 'setAlertMute',
        workspaceId: id,
        subject: { type: 'workspace', id, name },
        changes: [{ path: `alertMutes.${type}`, before, after }],
      })
    }
    return { items: await mutesOf(transaction, id, call.clock()) }
  })
}

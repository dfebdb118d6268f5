import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { assertWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { resolveWorkspace } from '../../core/resolve-workspace'
import { mutesOf } from './list-mutes'

/** Stops delivering an alert type until then, or delivers it again. @throws not_found, conflict, access_denied, invalid_request */
export async function setAlertMute(
  context: RequestContext,
  { params: { type }, body }: ParsedRequestOf<Operations['setAlertMute']>,
): Promise<ResponseOf<Operations['setAlertMute']>> {
  const { id, name } = await resolveWorkspace(context, body.workspaceId, 'body')
  return context.database.transaction().execute(async (transaction) => {
    await assertWritable(transaction, id)
    const before = (await mutesOf(transaction, id, context.clock())).find(
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
      await audit(context, transaction, {
        operation: 'setAlertMute',
        workspaceId: id,
        subject: { type: 'workspace', id, name },
        changes: [{ path: `alertMutes.${type}`, before, after }],
      })
    }
    return { items: await mutesOf(transaction, id, context.clock()) }
  })
}

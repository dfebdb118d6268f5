import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import { resolveWorkspaceId } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { writing } from '@/server/core/writes/writing'
import { listMutes } from './list-mutes'

/**
 * Mutes an alert type until a time, or unmutes it.
 * @throws not_found, conflict, access_denied, invalid_request
 */
export async function setAlertMute(
  context: RequestContext,
  { params: { type }, body }: ParsedRequestOf<Operations['setAlertMute']>,
): Promise<ResponseOf<Operations['setAlertMute']>> {
  const id = resolveWorkspaceId(context, body.workspaceId, 'body')
  const write = { operation: 'setAlertMute', records: workspaces, id } as const
  return writing(context, write, async (transaction, workspace) => {
    const mutes = await listMutes(transaction, id, context.clock())
    const before = mutes.find((mute) => mute.type === type)?.mutedUntil
    await transaction
      .deleteFrom('alert_mutes')
      .where('workspace_id', '=', id)
      .where('type', '=', type)
      .execute()
    const until = body.mutedUntil === null ? undefined : new Date(body.mutedUntil)
    const isMuted = until !== undefined && until > context.clock()
    if (isMuted)
      await transaction
        .insertInto('alert_mutes')
        .values({ workspace_id: id, type, muted_until: until })
        .execute()
    const after = isMuted ? until.toISOString() : undefined
    const changes = [{ path: `alertMutes.${type}`, before, after }]
    return {
      result: { items: await listMutes(transaction, id, context.clock()) },
      entries: before === after ? [] : [{ ...workspaceEntry(workspace), changes }],
    }
  })
}

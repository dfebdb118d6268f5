import type { DeliveryAttempt } from '@/contract/deliveries'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { findWorkspace, workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import { assertWritable } from '@/server/core/writes/writable'
import { writing } from '@/server/core/writes/writing'
import { attemptDelivery, isAccepted, recordAttempt } from '@/server/notifications/attempt-delivery'
import { recordId } from '@/server/store/record-id'

/**
 * Sends one ping. If the saved address accepts it, a disabled webhook is enabled again.
 * @throws not_found, conflict, access_denied
 */
export async function pingWebhook(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['pingWebhook']>,
): Promise<DeliveryAttempt> {
  const sender = await findWorkspace(context, context.database, params.id)
  assertWritable(sender)
  const uri = body.uri ?? sender.webhook_uri
  if (uri === null)
    throw new ServiceError(
      'conflict',
      'This workspace has no webhook URI: save one, or send the address to try',
    )

  const sentAt = context.clock()
  const id = recordId(sentAt)
  const event = {
    eventType: 'ping',
    data: { workspaceId: sender.id },
    timestamp: sentAt.toISOString(),
  }
  const message = { id, body: JSON.stringify(event) }
  const attempt = await context.addressCheckTurns.run({ workspaceId: sender.id }, () =>
    attemptDelivery(context, sender, uri, message),
  )

  // The ping was sent, so it is recorded even if the workspace was locked in the meantime.
  const allowed = { readOnly: true, archived: true }
  const write = { operation: 'pingWebhook', records: workspaces, id: sender.id, allowed } as const
  return writing(context, write, async (transaction, workspace) => {
    await transaction
      .insertInto('webhook_deliveries')
      .values({
        id,
        workspace_id: workspace.id,
        event_type: 'ping',
        body: message.body,
        status: isAccepted(attempt) ? 'delivered' : 'failed',
        attempts: 1,
        created_at: sentAt,
        finished_at: context.clock(),
      })
      .execute()
    await recordAttempt(transaction, id, attempt)
    // Another address may have been saved in the meantime.
    if (isAccepted(attempt) && workspace.webhook_uri === uri) {
      await transaction
        .updateTable('workspaces')
        .set({ webhook_failing_since: null, webhook_disabled_at: null })
        .where('id', '=', workspace.id)
        .execute()
    }
    const changes = [{ path: 'ping', after: uri }]
    return { result: attempt, entries: [{ ...workspaceEntry(workspace), changes }] }
  })
}

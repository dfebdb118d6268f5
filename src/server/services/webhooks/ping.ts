import { v7 as uuid } from 'uuid'
import type { DeliveryAttempt } from '../../../contract/deliveries'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { ServiceError } from '../../core/service-error'
import { findWorkspace } from '../../core/find-workspace'
import { attemptDelivery, isAccepted, recordAttempt } from '../../notifications/attempt-delivery'

/** Sends a ping now, once. One that the saved address accepts switches sending on again. @throws not_found, conflict */
export async function pingWebhook(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['pingWebhook']>,
): Promise<DeliveryAttempt> {
  const workspace = await findWorkspace(context, context.database, params.id)
  const uri = body.uri ?? workspace.webhook_uri
  if (workspace.archived_at !== null)
    throw new ServiceError('conflict', 'This workspace is archived: restore it first')
  if (uri === null)
    throw new ServiceError(
      'conflict',
      'This workspace has no webhook URI: save one, or send the address to try',
    )

  const id = uuid()
  const sentAt = context.clock()
  const message = {
    id,
    body: JSON.stringify({
      eventType: 'ping',
      data: { workspaceId: workspace.id },
      timestamp: sentAt.toISOString(),
    }),
  }
  const attempt = await attemptDelivery(context, workspace, uri, message)
  await context.database.transaction().execute(async (transaction) => {
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
    await audit(context, transaction, {
      operation: 'pingWebhook',
      workspaceId: workspace.id,
      subject: { type: 'workspace', id: workspace.id, name: workspace.name },
      changes: [{ path: 'ping', after: uri }],
    })
    // Another address may have been saved meanwhile.
    if (isAccepted(attempt)) {
      await transaction
        .updateTable('workspaces')
        .set({ webhook_failing_since: null, webhook_disabled_at: null })
        .where('id', '=', workspace.id)
        .where('webhook_uri', '=', uri)
        .execute()
    }
  })
  return attempt
}

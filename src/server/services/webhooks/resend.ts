import type { Delivery } from '../../../contract/deliveries'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { workspaceEntry, workspaces } from '../../core/find-workspace'
import { ServiceError } from '../../core/service-error'
import { writing } from '../../core/writing'
import { changeDeliveries } from '../../notifications/change-deliveries'
import { deliveryRecord } from '../../notifications/delivery-record'
import { and, createdWithin, matches, not, type Condition } from '../../store/condition'
import type { Queryable } from '../../store/database'
import type { WorkspaceRow } from '../../store/schema'
import { deliveries } from './find'

/** Enables a disabled webhook, because resending manually retries it. @throws conflict */
async function enableWebhook(transaction: Queryable, workspace: WorkspaceRow): Promise<void> {
  if (workspace.webhook_uri === null)
    throw new ServiceError('conflict', 'This workspace has no webhook URI: save one first')
  await transaction
    .updateTable('workspaces')
    .set({ webhook_disabled_at: null, webhook_failing_since: null })
    .where('id', '=', workspace.id)
    .execute()
}

/** Resends a delivery at once, with its id. @throws not_found, conflict, access_denied */
export async function resendWebhookDelivery(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['resendWebhookDelivery']>,
): Promise<Delivery> {
  const write = { operation: 'resendWebhookDelivery', resource: deliveries, id: params.id } as const
  return writing(context, write, async (transaction, { delivery, workspace }) => {
    await enableWebhook(transaction, workspace)
    const changes = [{ path: 'webhookDelivery', after: delivery.id }]
    const entries = [{ ...workspaceEntry(workspace), changes }]
    if (delivery.is_leased) return { result: deliveryRecord(delivery), entries }
    const row = await transaction
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempts: 0, next_attempt_at: context.clock(), finished_at: null })
      .where('id', '=', delivery.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: deliveryRecord(row), entries }
  })
}

/** Matches deliveries that failed or were stopped since a time. */
function missedSince(workspaceId: string, since: string): Condition {
  return and(
    matches('webhook_deliveries', { workspace_id: workspaceId, status: ['failed', 'stopped'] }),
    // A ping only reports how the address responded at that moment.
    not(matches('webhook_deliveries', { event_type: 'ping' })),
    createdWithin('webhook_deliveries', { from: since }),
  )
}

async function countMissed(
  transaction: Queryable,
  workspaceId: string,
  since: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhook_deliveries')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(missedSince(workspaceId, since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Resends deliveries that failed or were stopped since a time, oldest first, except pings, up to
 * `maxDeliveriesChanged`.
 * @throws not_found, conflict, access_denied
 */
export async function recoverWebhookDeliveries(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['recoverWebhookDeliveries']>,
): Promise<ResponseOf<Operations['recoverWebhookDeliveries']>> {
  const { id } = params
  const write = { operation: 'recoverWebhookDeliveries', resource: workspaces, id } as const
  return writing(context, write, async (transaction, workspace) => {
    if (body.validateOnly === true)
      return { result: { count: await countMissed(transaction, workspace.id, body.since) } }
    await enableWebhook(transaction, workspace)
    const count = await changeDeliveries(transaction, missedSince(workspace.id, body.since), {
      status: 'pending',
      attempts: 0,
      next_attempt_at: context.clock(),
      is_leased: false,
      finished_at: null,
    })
    const changes = [{ path: 'since', after: body.since }]
    return { result: { count }, entries: [{ ...workspaceEntry(workspace), changes }] }
  })
}

import type { Delivery } from '@/contract/deliveries'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { workspaceEntry } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { writing } from '@/server/core/writes/writing'
import { deliveryRecord } from '@/server/notifications/delivery-record'
import { enableWebhook } from './enable-webhook'
import { deliveries } from './find'

/** Resends a delivery at once, with its id. @throws not_found, conflict, access_denied */
export async function resendWebhookDelivery(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['resendWebhookDelivery']>,
): Promise<Delivery> {
  const write = { operation: 'resendWebhookDelivery', records: deliveries, id: params.id } as const
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

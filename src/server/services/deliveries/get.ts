import type { DeliveryWithAttempts } from '@/contract/deliveries'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { attemptRecord, deliveryRecord } from '@/server/notifications/delivery-record'
import { findDelivery } from './find'

/** Reads a delivery with its body and its attempts, oldest first. @throws not_found */
export async function getWebhookDelivery(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['getWebhookDelivery']>,
): Promise<DeliveryWithAttempts> {
  const delivery = await findDelivery(context, context.database, params.id)
  const attempts = await context.database
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', delivery.id)
    .orderBy('id')
    .execute()
  return {
    ...deliveryRecord(delivery),
    body: delivery.body,
    attemptLog: attempts.map(attemptRecord),
  }
}

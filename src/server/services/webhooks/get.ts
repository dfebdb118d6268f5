import type { DeliveryWithAttempts } from '../../../contract/deliveries'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../../core/context'
import { findDelivery } from './find'
import { attemptRecord, deliveryRecord } from '../../notifications/delivery-record'

/** Reads a delivery with what is sent and every attempt, oldest first. @throws not_found */
export async function getWebhookDelivery(
  call: Call,
  { params }: ParsedRequestOf<Operations['getWebhookDelivery']>,
): Promise<DeliveryWithAttempts> {
  const delivery = await findDelivery(call, call.database, params.id)
  const attempts = await call.database
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

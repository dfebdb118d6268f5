import type { Selectable } from 'kysely'
import type { Delivery, DeliveryAttempt } from '@/contract/deliveries'
import type { DeliveryAttemptsTable, WebhookDeliveriesTable } from '@/server/store/schema'

/** The columns of a delivery as the API lists it. */
export const deliveryColumns = [
  'id',
  'event_type',
  'status',
  'attempts',
  'next_attempt_at',
  'is_leased',
  'created_at',
  'finished_at',
] as const satisfies readonly (keyof WebhookDeliveriesTable)[]

type ListedDelivery = Pick<Selectable<WebhookDeliveriesTable>, (typeof deliveryColumns)[number]>

export type DeliveryRow = Selectable<WebhookDeliveriesTable>

/** Converts a row to a delivery as the API shows it, without its body and attempts. */
export function deliveryRecord(row: ListedDelivery): Delivery {
  return {
    id: row.id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    // While it is leased, this is when the lease ends.
    nextAttemptAt: row.is_leased ? undefined : row.next_attempt_at?.toISOString(),
    finishedAt: row.finished_at?.toISOString(),
  }
}

/** Converts a row to an attempt as the API shows it. */
export function attemptRecord(row: Selectable<DeliveryAttemptsTable>): DeliveryAttempt {
  return {
    uri: row.uri,
    startedAt: row.started_at.toISOString(),
    milliseconds: row.milliseconds,
    statusCode: row.status_code ?? undefined,
    error: row.error ?? undefined,
    responseExcerpt: row.response_excerpt ?? undefined,
  }
}

import { NIL as firstUuid } from 'uuid'
import type { Dependencies } from '@/server/core/context'
import { within } from '@/server/core/time/within'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { attemptDelivery } from './attempt-delivery'
import type { DeliveryRow } from './delivery-record'
import {
  addressFor,
  lockingWorkspace,
  returnToQueue,
  saveResult,
  senderColumns,
  stopDelivery,
} from './delivery-result'
import { claimDue } from './webhook-queue'
import { signingSecrets } from './webhook-signature'

/** How many attempts a server makes at the same time. */
const maxConcurrent = 64
/** How long to wait for an attempt before looking for deliveries that have come due since. */
const pollMilliseconds = 1000

/** Attempts a claimed delivery. An aborted attempt does not count, and is due again. */
async function deliver(
  dependencies: Dependencies,
  delivery: DeliveryRow,
  cutOff: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const sender = await database
    .selectFrom('workspaces')
    .select(senderColumns)
    .where('id', '=', delivery.workspace_id)
    .executeTakeFirstOrThrow()
  const uri = addressFor(sender)
  if (uri === null) return stopDelivery(dependencies, delivery)
  if (sender.encrypted_webhook_secret === null) {
    await lockingWorkspace(dependencies, delivery, (transaction) =>
      signingSecrets(dependencies, transaction, sender),
    )
    // What locked the workspace may have changed it.
    return deliver(dependencies, delivery, cutOff)
  }
  const attempt = await attemptDelivery(dependencies, sender, uri, delivery, cutOff)
  if (cutOff.aborted && attempt.statusCode === undefined)
    await returnToQueue(dependencies, database, delivery)
  else await saveResult(dependencies, delivery, sender, attempt)
}

/** Logs why a delivery failed here. When its lease ends, it is attempted again. */
function logFailure({ log }: Dependencies, { id: deliveryId }: DeliveryRow, error: unknown): void {
  // The pool logs an outage.
  if (error instanceof DatabaseUnavailable) return
  log.error({ error, deliveryId }, 'a delivery could not be attempted, or its result not be saved')
}

/**
 * Attempts all due deliveries until the server stops. Other servers may do so at the same time.
 */
export async function deliverDueWebhooks(
  dependencies: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const underWay = new Map<Promise<void>, AbortController>()
  const start = (delivery: DeliveryRow) => {
    const cutOff = new AbortController()
    const attempt: Promise<void> = deliver(dependencies, delivery, cutOff.signal)
      .catch((error: unknown) => logFailure(dependencies, delivery, error))
      .finally(() => underWay.delete(attempt))
    underWay.set(attempt, cutOff)
  }
  let after: string = firstUuid
  try {
    while (!stopping.aborted) {
      const room = maxConcurrent - underWay.size
      const { rows } = await claimDue(dependencies.clock(), after, room).execute(
        dependencies.database,
      )
      rows.forEach(start)
      if (underWay.size === 0 && after === firstUuid) break
      // Round robin: every workspace has a turn before the first one has another.
      after =
        rows.length < room
          ? firstUuid
          : rows.reduce((last, { workspace_id: id }) => (id > last ? id : last), after)
      if (underWay.size > 0) await within(pollMilliseconds, Promise.race(underWay.keys()), () => {})
    }
  } finally {
    // If the database fails, attempts in progress also end before this function does.
    if (stopping.aborted) for (const cutOff of underWay.values()) cutOff.abort()
    await Promise.all(underWay.keys())
  }
}

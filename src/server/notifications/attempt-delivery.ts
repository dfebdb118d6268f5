import type { DeliveryAttempt } from '@/contract/deliveries'
import type { Dependencies } from '@/server/core/context'
import { storableText } from '@/server/core/error-text'
import { describeOutgoingError, UnreadableBody } from '@/server/core/outgoing-error'
import type { Queryable } from '@/server/store/database'
import { recordId } from '@/server/store/record-id'
import { signatureHeaders, type Signing } from './webhook-signature'

const excerptLength = 1000

/** Whether the receiver accepted the message. */
export function isAccepted({ statusCode }: DeliveryAttempt): boolean {
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300
}

/** The statuses that name another address. */
const redirects = new Set([301, 302, 303, 307, 308])

/** Says why a receiver's response did not accept a message; undefined if it did. */
export function describeStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (redirects.has(status))
    return 'Redirects are not followed: use the address that this one redirects to'
  if (status === 410) return 'The address responded with status 410: gone'
  return `The address responded with status ${status}`
}

/**
 * Sends a message once, outside of any transaction. It never throws because of the receiver or
 * because it is aborted.
 */
export async function attemptDelivery(
  dependencies: Dependencies,
  workspace: Signing,
  uri: string,
  message: { id: string; body: string },
  cutOff?: AbortSignal,
): Promise<DeliveryAttempt> {
  const startedAt = dependencies.clock().toISOString()
  // The clock may be set meanwhile.
  const started = performance.now()
  const headers = await signatureHeaders(dependencies, dependencies.database, workspace, message)
  const timing = () => ({
    uri,
    startedAt,
    milliseconds: Math.round(performance.now() - started),
  })
  const responded = (statusCode: number, text = ''): DeliveryAttempt => ({
    ...timing(),
    statusCode,
    error: describeStatus(statusCode),
    responseExcerpt: text || undefined,
  })
  try {
    const response = await dependencies.fetch(uri, {
      method: 'POST',
      headers,
      body: message.body,
      ...(cutOff === undefined ? {} : { signal: cutOff }),
    })
    return responded(response.status, storableText(await response.text(), excerptLength))
  } catch (error) {
    // The receiver has decided: a repeat would reach it twice.
    if (error instanceof UnreadableBody) return responded(error.status)
    return { ...timing(), error: describeOutgoingError(error) }
  }
}

/** Adds an attempt to the log of its delivery. */
export async function recordAttempt(
  database: Queryable,
  deliveryId: string,
  { uri, startedAt, milliseconds, statusCode, error, responseExcerpt }: DeliveryAttempt,
): Promise<void> {
  await database
    .insertInto('delivery_attempts')
    .values({
      id: recordId(new Date(startedAt)),
      delivery_id: deliveryId,
      uri,
      started_at: new Date(startedAt),
      milliseconds,
      status_code: statusCode ?? null,
      error: error ?? null,
      response_excerpt: responseExcerpt ?? null,
    })
    .execute()
}

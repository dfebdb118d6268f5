import { z } from 'zod'
import type { ResponseStatus } from '@/contract/errors'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Dependencies } from '../context'
import { ServiceError } from '../service-error'
import { clockSkewSeconds, hasPassed } from '../time/clock-skew'
import { maxRequestSeconds } from '../time/max-request-seconds'
import { secondsAfter } from '../time/seconds-after'
import { idempotencyHours, matchesClaim, type IdempotencyClaim } from './idempotency-claim'

/** When to try again while the first request is in progress. */
const inProgressRetrySeconds = 1

/** A response as it is stored for repeats of its request. */
export interface StoredResponse {
  status: ResponseStatus
  json: string
  etag?: string | undefined
}

const storedSchema = z.object({ json: z.string(), etag: z.string().optional() })

/**
 * Returns the stored response to a request, or claims its key and returns undefined if it is the
 * first.
 * @param fingerprint of the request
 * @throws idempotency_key_reused for another request, conflict for one without a stored response
 */
export async function claimOrReplay(
  { database, secretBox }: Pick<Dependencies, 'database' | 'secretBox'>,
  claim: IdempotencyClaim,
  fingerprint: string,
): Promise<StoredResponse | undefined> {
  const { caller, key, since } = claim
  await deleteEnded(database, claim)
  const claimed = await database
    .insertInto('idempotent_requests')
    .values({ caller, key, fingerprint, status: null, sealed_body: null, created_at: since })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined

  const first = await database
    .selectFrom('idempotent_requests')
    .selectAll()
    .where(matches('idempotent_requests', { caller, key }))
    .executeTakeFirst()
  if (first !== undefined && first.fingerprint !== fingerprint)
    throw new ServiceError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request: use a new one',
    )
  if (first?.status == null || first.sealed_body === null) throw withoutResponse(first, since)
  const sent = storedSchema.parse(JSON.parse(await secretBox.open(first.sealed_body)))
  return { status: first.status, ...sent }
}

/** Frees a key whose response has expired, or whose request was cut off. */
async function deleteEnded(
  database: Queryable,
  { caller, key, since }: IdempotencyClaim,
): Promise<void> {
  await database
    .deleteFrom('idempotent_requests')
    .where(matches('idempotent_requests', { caller, key }))
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', secondsAfter(since, -idempotencyHours * 3600)),
        and([
          eb('took_effect', '=', false),
          eb('status', 'is', null),
          or([
            eb('created_at', '<', secondsAfter(since, -maxRequestSeconds)),
            eb('created_at', '>', secondsAfter(since, clockSkewSeconds)),
          ]),
        ]),
      ]),
    )
    .execute()
}

/** Returns the error for a repeat of a request that has no stored response. */
function withoutResponse(
  first: { created_at: Date; took_effect: boolean } | undefined,
  now: Date,
): ServiceError {
  const isLost =
    first?.took_effect === true &&
    hasPassed(maxRequestSeconds * 1000, first.created_at.getTime(), now.getTime())
  return isLost
    ? new ServiceError(
        'conflict',
        'The first request with this Idempotency-Key took effect, but its response was lost: ' +
          'read the current state, and use a new key for further requests',
      )
    : new ServiceError(
        'conflict',
        'The first attempt of this request may be still in progress: try again in a moment',
        undefined,
        inProgressRetrySeconds,
      )
}

/** Stores the response to the request of a claim, encrypted. */
export async function storeResponse(
  { database, secretBox }: Pick<Dependencies, 'database' | 'secretBox'>,
  claim: IdempotencyClaim,
  { status, json, etag }: StoredResponse,
): Promise<void> {
  const sealedBody = await secretBox.seal(JSON.stringify({ json, etag }))
  await database
    .updateTable('idempotent_requests')
    .set({ status, sealed_body: sealedBody })
    .where(matchesClaim(claim))
    .execute()
}

/** Deletes a claim so that the request can be retried at once, unless it took effect. */
export async function releaseClaim(database: Queryable, claim: IdempotencyClaim): Promise<void> {
  await database
    .deleteFrom('idempotent_requests')
    .where(matchesClaim(claim))
    .where('took_effect', '=', false)
    .execute()
}

/**
 * Lets requests that were cut off be retried, unless they took effect. Call it only while no server
 * works on a request.
 */
export async function releaseClaims(database: Queryable): Promise<void> {
  await database
    .deleteFrom('idempotent_requests')
    .where('status', 'is', null)
    .where('took_effect', '=', false)
    .execute()
}

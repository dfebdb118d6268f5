import { concatBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import { z } from 'zod'
import { clockSkewSeconds, hasPassed } from '../core/clock-skew'
import type { RequestContext } from '../core/context'
import { invalidRequest, ServiceError } from '../core/service-error'
import { idempotencyHours, matchesClaim, type IdempotencyClaim } from '../core/idempotency-claim'
import { matches } from '../store/condition'
import type { Queryable } from '../store/database'
import { DatabaseUnavailable } from '../store/database-unavailable'
import { errorBodyOf } from './response'
import type { StoredResponse } from './operation-response'
import type { Received } from './read-request'
import { errorKeys } from '../../contract/errors'

const storedSchema = z.object({ json: z.string(), etag: z.string().optional() })
const retentionMilliseconds = idempotencyHours * 3_600_000
/**
 * No request runs longer than this. One that is still in flight was cut off with its process, and
 * may be retried unless it took effect.
 */
const inFlightMilliseconds = 60_000
const releasePauseMilliseconds = 500
/** When to try again while the first request is in progress. */
const inProgressRetrySeconds = 1

/** Index rows have at most 2,704 bytes, but the subject of a token can have any length. */
const maxCallerLength = 500

/** Identifies the holder of a token. Users can choose the name that an identity provider gives. */
function holderOf({ name, credential }: RequestContext['caller']): string {
  return credential?.subject === undefined ? name : JSON.stringify([credential.subject, name])
}

/**
 * Returns a key for the caller. Tokens that may not see the workspace secret are kept apart, so
 * that they never receive a stored response to a holder of it.
 */
async function callerKey({ caller, workspaceToken }: RequestContext): Promise<string> {
  const key =
    caller.role === 'operator'
      ? `operator:${holderOf(caller)}`
      : [
          caller.workspaceId,
          workspaceToken?.holdsSecret === true ? caller.role : `issued ${caller.role}`,
          caller.role === 'tenant' ? caller.tenantId : holderOf(caller),
        ].join(':')
  return key.length <= maxCallerLength ? key : sha256(new TextEncoder().encode(key))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

async function fingerprintOf({ request, body }: Received): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const head = new TextEncoder().encode(`${request.method} ${pathname}${search}\n`)
  return sha256(concatBytes(head, body))
}

/** Whether a repeat of the request would be refused for the same reason. */
function isReplayable(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    errorKeys[error.key].status < 500 &&
    error.key !== 'rate_limit_exceeded'
  )
}

/**
 * Runs a request under its `Idempotency-Key`, if it has one: the first response is stored for
 * 24 hours and returned to repeats. The request takes effect once, even if the server dies midway.
 * @throws idempotency_key_reused for another payload
 * @throws conflict while the first request is in flight, or if its response was lost
 */
export async function withIdempotency(
  context: RequestContext,
  received: Received,
  run: (context: RequestContext) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = received.request.headers.get('Idempotency-Key')
  if (key === null) return run(context)
  if (key === '' || key.length > 255)
    throw invalidRequest([
      {
        path: ['header', 'Idempotency-Key'],
        message: 'Use 1 to 255 characters',
        code: 'invalid_length',
      },
    ])

  const claim: IdempotencyClaim = { caller: await callerKey(context), key, since: context.clock() }
  const stored = await claimOrReplay(context, claim, await fingerprintOf(received)).catch(
    (error: unknown) => {
      // The claim may exist although no request works under it.
      if (error instanceof DatabaseUnavailable && error.isOutcomeUnknown)
        void releaseWhenPossible(context, claim)
      throw error
    },
  )
  if (stored !== undefined) return { ...stored, replayed: true }

  try {
    return await runClaimed({ ...context, idempotency: claim }, claim, run)
  } catch (error) {
    if (isUnavailable(error)) void releaseWhenPossible(context, claim)
    throw error
  }
}

/** Runs the first request under a claim, and stores its response, or releases the claim. */
async function runClaimed(
  context: RequestContext,
  claim: IdempotencyClaim,
  run: (context: RequestContext) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    const response = await run(context)
    await store(context, claim, response).catch((error: unknown) => {
      // The work is done; after an error, the caller would repeat it.
      if (!isUnavailable(error)) throw error
    })
    return response
  } catch (error) {
    if (isReplayable(error))
      await store(context, claim, {
        status: errorKeys[error.key].status,
        json: JSON.stringify(errorBodyOf(error)),
      })
    else if (!isUnavailable(error)) await release(context, claim)
    throw error
  }
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof ServiceError && error.key === 'unavailable')
  )
}

/** Deletes a claim so that the request can be retried at once, unless it took effect. */
async function release({ database }: RequestContext, claim: IdempotencyClaim): Promise<void> {
  await database
    .deleteFrom('idempotent_requests')
    .where(matchesClaim(claim))
    .where('took_effect', '=', false)
    .execute()
}

/** Releases a claim once the database is back, so that a retry need not wait for it to expire. */
async function releaseWhenPossible(
  context: RequestContext,
  claim: IdempotencyClaim,
): Promise<void> {
  const end = performance.now() + inFlightMilliseconds
  while (performance.now() < end) {
    try {
      return await release(context, claim)
    } catch (error) {
      if (!isUnavailable(error)) {
        context.log.error({ error, requestId: context.requestId }, 'a claim could not be released')
        return
      }
      await new Promise((resume) => setTimeout(resume, releasePauseMilliseconds))
    }
  }
}

/** Returns the stored response, or claims the key and returns undefined for the first request. */
async function claimOrReplay(
  context: RequestContext,
  claim: IdempotencyClaim,
  fingerprint: string,
): Promise<StoredResponse | undefined> {
  const { database, secretBox } = context
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
  const ago = (milliseconds: number) => new Date(since.getTime() - milliseconds)
  await database
    .deleteFrom('idempotent_requests')
    .where(matches('idempotent_requests', { caller, key }))
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', ago(retentionMilliseconds)),
        and([
          eb('took_effect', '=', false),
          eb('status', 'is', null),
          or([
            eb('created_at', '<', ago(inFlightMilliseconds)),
            eb('created_at', '>', ago(-clockSkewSeconds * 1000)),
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
    hasPassed(inFlightMilliseconds, first.created_at.getTime(), now.getTime())
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

async function store(
  context: RequestContext,
  claim: IdempotencyClaim,
  { status, json, etag }: StoredResponse,
): Promise<void> {
  const sealedBody = await context.secretBox.seal(JSON.stringify({ json, etag }))
  await context.database
    .updateTable('idempotent_requests')
    .set({ status, sealed_body: sealedBody })
    .where(matchesClaim(claim))
    .execute()
}

import { concatBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import { errorKeys } from '@/contract/errors'
import type { RequestContext } from '@/server/core/context'
import { invalidRequest, ServiceError } from '@/server/core/service-error'
import { maxRequestSeconds } from '@/server/core/time/max-request-seconds'
import { pause } from '@/server/core/time/pause'
import type { IdempotencyClaim } from '@/server/core/writes/idempotency-claim'
import {
  claimOrReplay,
  releaseClaim,
  storeResponse,
  type StoredResponse,
} from '@/server/core/writes/idempotent-requests'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import type { OperationResponse } from './operation-response'
import type { Received } from './read-request'
import { errorBodyOf } from './response'

const releasePauseMilliseconds = 500

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
async function callerKey({ caller, verifiedToken }: RequestContext): Promise<string> {
  const key =
    caller.role === 'operator'
      ? `operator:${holderOf(caller)}`
      : [
          caller.workspaceId,
          verifiedToken?.holdsSecret === true ? caller.role : `issued ${caller.role}`,
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

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof ServiceError && error.key === 'unavailable')
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
  run: (context: RequestContext) => Promise<OperationResponse>,
): Promise<OperationResponse> {
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
        void release(context, claim)
      throw error
    },
  )
  if (stored !== undefined) return { ...stored, isReplayed: true }

  try {
    const response = await run({ ...context, idempotency: claim })
    // Its claim is kept in any case, because the work is done.
    await storeIfPossible(context, claim, response)
    return response
  } catch (error) {
    const isStored =
      isReplayable(error) && (await storeIfPossible(context, claim, refusalOf(error)))
    if (!isStored) {
      const released = release(context, claim)
      // A repeat may follow at once. During an outage, the error is sent without waiting.
      if (!isUnavailable(error)) await released
    }
    throw error
  }
}

function refusalOf(error: ServiceError): StoredResponse {
  return { status: errorKeys[error.key].status, json: JSON.stringify(errorBodyOf(error)) }
}

/** Stores a response for repeats of its request. @returns whether that succeeded */
async function storeIfPossible(
  context: RequestContext,
  claim: IdempotencyClaim,
  response: StoredResponse,
): Promise<boolean> {
  try {
    await storeResponse(context, claim, response)
    return true
  } catch (error) {
    const { log, requestId } = context
    // The pool logs an outage.
    if (!isUnavailable(error)) log.error({ error, requestId }, 'a response could not be stored')
    return false
  }
}

/**
 * Releases a claim, so that a repeat need not wait for it to expire. Resolves after the first try;
 * while the database is away, others follow.
 */
async function release(
  context: RequestContext,
  claim: IdempotencyClaim,
  end = performance.now() + maxRequestSeconds * 1000,
): Promise<void> {
  const { database, log, requestId } = context
  try {
    await releaseClaim(database, claim)
  } catch (error) {
    if (!isUnavailable(error)) log.error({ error, requestId }, 'a claim could not be released')
    else if (performance.now() < end)
      void pause(releasePauseMilliseconds).then(() => release(context, claim, end))
  }
}

import { base64url } from 'jose'
import { z } from 'zod'
import type { RequestContext } from '../core/context'
import { invalidRequest, ServiceError } from '../core/service-error'
import { idempotencyHours, matchesClaim, type IdempotencyClaim } from '../core/idempotency-claim'
import { DatabaseUnavailable } from '../store/database-unavailable'
import { errorBodyOf } from './response'
import type { Received } from './read-request'
import { errorKeys, type ErrorStatus } from '../../contract/errors'

/** A response before it is sent: what is kept when a request may be repeated. */
export interface StoredResponse {
  status: ErrorStatus
  json: string
  etag?: string | undefined
  replayed?: true
}

const storedSchema = z.object({ json: z.string(), etag: z.string().optional() })
const retentionMilliseconds = idempotencyHours * 3_600_000
/** No request lives longer: what is still in flight then was cut off with its process, and may be tried again unless it took effect. */
const inFlightMilliseconds = 60_000
const releasePauseMilliseconds = 500

/** An index takes rows of at most 2,704 bytes, and a token can name its holder at any length. */
const maxCallerLength = 500

/**
 * Names who repeats a request. A token that the server issued is not given what the holder of the
 * secret was.
 */
async function callerKey({ caller, workspaceToken }: RequestContext): Promise<string> {
  const key =
    caller.role === 'operator'
      ? `operator:${caller.name}`
      : [
          caller.workspaceId,
          workspaceToken?.isIssued === false ? caller.role : `issued ${caller.role}`,
          caller.role === 'tenant' ? caller.tenantId : caller.name,
        ].join(':')
  return key.length <= maxCallerLength ? key : sha256(new TextEncoder().encode(key))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

async function fingerprintOf({ request, body }: Received): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const head = new TextEncoder().encode(`${request.method} ${pathname}${search}\n`)
  const whole = new Uint8Array(head.byteLength + body.byteLength)
  whole.set(head)
  whole.set(body, head.byteLength)
  return sha256(whole)
}

/** A refusal that the same request would meet again; another one may pass when it is repeated. */
function isReplayable(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    errorKeys[error.key].status < 500 &&
    error.key !== 'rate_limit_exceeded'
  )
}

/**
 * Runs a request under its `Idempotency-Key`, if it has one: the first response is kept for 24 hours,
 * and a repeat gets that one. What it does, it does once, also where a server dies in the middle.
 * @throws idempotency_key_reused for another payload, conflict while the first is in flight or where its response was lost
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
  const kept = await storedResponse(context, claim, await fingerprintOf(received))
  if (kept !== undefined) return { ...kept, replayed: true }

  try {
    const response = await run({ ...context, idempotency: claim })
    await store(context, claim, response).catch((error: unknown) => {
      // The work is done, and saying otherwise would make the caller do it again.
      if (!isUnavailable(error)) throw error
    })
    return response
  } catch (error) {
    if (isReplayable(error))
      await store(context, claim, {
        status: errorKeys[error.key].status,
        json: JSON.stringify(errorBodyOf(error)),
      })
    else if (isUnavailable(error)) void releaseWhenPossible(context, claim)
    else await release(context, claim)
    throw error
  }
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    (error instanceof ServiceError && error.key === 'unavailable')
  )
}

/** Lets the request be repeated at once, unless it took effect. */
async function release({ database }: RequestContext, claim: IdempotencyClaim): Promise<void> {
  await database
    .deleteFrom('idempotent_requests')
    .where(matchesClaim(claim))
    .where('took_effect', '=', false)
    .execute()
}

/** Does so as soon as the database is back, so that a repeat need not wait until the claim ends by itself. */
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

/** The kept response; undefined when this request is the first, which it then is on record. */
async function storedResponse(
  context: RequestContext,
  { caller, key, since }: IdempotencyClaim,
  fingerprint: string,
): Promise<StoredResponse | undefined> {
  const ago = (milliseconds: number) => new Date(since.getTime() - milliseconds)
  await context.database
    .deleteFrom('idempotent_requests')
    .where((where) =>
      where.or([
        where('created_at', '<', ago(retentionMilliseconds)),
        where.and([
          where('caller', '=', caller),
          where('key', '=', key),
          where('status', 'is', null),
          where('took_effect', '=', false),
          where('created_at', '<', ago(inFlightMilliseconds)),
        ]),
      ]),
    )
    .execute()
  const claimed = await context.database
    .insertInto('idempotent_requests')
    .values({ caller, key, fingerprint, status: null, sealed_body: null, created_at: since })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined

  const first = await context.database
    .selectFrom('idempotent_requests')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first !== undefined && first.fingerprint !== fingerprint) {
    throw new ServiceError(
      'idempotency_key_reused',
      'This Idempotency-Key was sent with another request before: use a new one',
    )
  }
  if (first?.status == null || first.sealed_body === null) {
    if (first?.took_effect === true && first.created_at < ago(inFlightMilliseconds)) {
      throw new ServiceError(
        'conflict',
        'The first request with this Idempotency-Key did its work, but its response was lost: read what it did, and use a new key for more',
      )
    }
    throw new ServiceError(
      'conflict',
      'The first request with this Idempotency-Key is still being worked on: repeat it in a moment',
    )
  }
  return {
    status: first.status,
    ...storedSchema.parse(JSON.parse(await context.secretBox.open(first.sealed_body))),
  }
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

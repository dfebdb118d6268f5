import type { Context } from 'hono'
import { v7 as uuid } from 'uuid'
import { errorKeys, type ResponseStatus, type ErrorBody } from '@/contract/errors'
import { contentEtag } from '@/server/core/etag'
import { ServiceError } from '@/server/core/service-error'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { AddressThrottled } from './address-throttle'
import type { HonoEnv } from './hono-env'
import { setThrottleHeaders } from './rate-limit-headers'

/** When to try again after a 503. */
const retryAfterSeconds = 3

/**
 * Sends a JSON response. Its length lets the compressor skip small bodies. All headers are set
 * first, because Hono copies a response whose headers are set later.
 * @param json its text, or its bytes if it is encoded already
 * @param tagged whether to set an `ETag` computed from the body
 */
export function sendJson(
  c: Context<HonoEnv>,
  status: ResponseStatus,
  json: string | Uint8Array<ArrayBuffer>,
  tagged = false,
): Response {
  const bytes = typeof json === 'string' ? new TextEncoder().encode(json) : json
  if (tagged) c.header('ETag', contentEtag(bytes))
  c.header('Content-Type', 'application/json')
  c.header('Content-Length', String(bytes.byteLength))
  c.header('Vary', 'Accept-Encoding')
  return c.body(bytes, status)
}

/** Returns the body of the response to a refused request. */
export function errorBodyOf(error: ServiceError): ErrorBody {
  return {
    type: errorKeys[error.key].type,
    key: error.key,
    message: error.message,
    data: error.data,
  }
}

function sendServiceError(c: Context<HonoEnv>, error: ServiceError): Response {
  const { status } = errorKeys[error.key]
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  const wait = status === 503 ? retryAfterSeconds : error.retryAfterSeconds
  if (wait !== undefined) c.header('Retry-After', String(wait))
  if (error instanceof AddressThrottled) setThrottleHeaders(c, error)
  c.header('Cache-Control', 'no-store')
  return sendJson(c, status, JSON.stringify(errorBodyOf(error)))
}

/** Converts a database outage to the error of the API. */
function outageError(method: string, { message, isOutcomeUnknown }: DatabaseUnavailable) {
  return new ServiceError(
    'unavailable',
    isOutcomeUnknown && method !== 'GET'
      ? `${message}: check whether the request had an effect before you repeat it`
      : `${message}: try again in a moment`,
  )
}

/**
 * Sends the error body for whatever was thrown. For an unexpected error, it contains only an id
 * that is also in the log.
 */
export function sendError(c: Context<HonoEnv>, error: unknown): Response {
  if (error instanceof ServiceError) return sendServiceError(c, error)
  // Already logged where it happened.
  if (error instanceof DatabaseUnavailable)
    return sendServiceError(c, outageError(c.req.method, error))
  const errorId = uuid()
  c.set('errorId', errorId)
  const { log } = c.get('dependencies')
  log.error({ errorId, requestId: c.get('requestId'), error }, 'request failed')
  return sendServiceError(
    c,
    new ServiceError(
      'internal',
      `Something went wrong on the server. Quote error ${errorId} when you report it.`,
      { errorId },
    ),
  )
}

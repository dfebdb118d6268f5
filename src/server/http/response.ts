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
 * @param tagged whether to set an `ETag` computed from the body
 */
export function sendJson(
  context: Context<HonoEnv>,
  status: ResponseStatus,
  json: string,
  { tagged = false } = {},
): Response {
  const body = new TextEncoder().encode(json)
  if (tagged) context.header('ETag', contentEtag(body))
  context.header('Content-Type', 'application/json')
  context.header('Content-Length', String(body.byteLength))
  context.header('Vary', 'Accept-Encoding')
  return context.body(json, status)
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

function sendServiceError(context: Context<HonoEnv>, error: ServiceError): Response {
  const { status } = errorKeys[error.key]
  if (status === 401) context.header('WWW-Authenticate', 'Bearer')
  const wait = status === 503 ? retryAfterSeconds : error.retryAfterSeconds
  if (wait !== undefined) context.header('Retry-After', String(wait))
  if (error instanceof AddressThrottled) setThrottleHeaders(context, error)
  context.header('Cache-Control', 'no-store')
  return sendJson(context, status, JSON.stringify(errorBodyOf(error)))
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
export function sendError(context: Context<HonoEnv>, error: unknown): Response {
  if (error instanceof ServiceError) return sendServiceError(context, error)
  // Already logged where it happened.
  if (error instanceof DatabaseUnavailable)
    return sendServiceError(context, outageError(context.req.method, error))
  const errorId = uuid()
  context.set('errorId', errorId)
  const { log } = context.get('dependencies')
  log.error({ errorId, requestId: context.get('requestId'), error }, 'request failed')
  return sendServiceError(
    context,
    new ServiceError(
      'internal',
      `Something went wrong on the server. Quote error ${errorId} when you report it.`,
      { errorId },
    ),
  )
}

import { errorBodySchema, errorKeys, type ErrorKey } from '../../contract/errors'
import type { Operation } from '../../contract/operation'
import { contentOf, type Components, type Json } from './openapi-components'

const errorDescriptions: Record<ErrorKey, string> = {
  invalid_request: 'The request is invalid; `data.issues` lists up to 100 issues',
  not_authenticated: 'The token is missing or not accepted',
  access_denied: 'The token does not allow this',
  not_found: 'It does not exist, or the token cannot see it',
  method_not_allowed: 'The method is not allowed for this path',
  already_exists: 'The key or uuid is taken',
  conflict: 'The current state does not allow it',
  precondition_failed: 'The record was changed since it was read',
  payload_too_large: 'The body is larger than 10 MB, or than 64 kB where no token is needed',
  unsupported_media_type: 'The body is not JSON, or is compressed',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  headers_too_large: 'The headers are larger than 16 kB',
  rate_limit_exceeded: 'A limit is reached; `Retry-After` says when to try again',
  internal: 'The server failed; `data.errorId` is in its log',
  unavailable: 'The server or its database is unavailable; `Retry-After` says when to try again',
}

/** Every response header with its description. */
export const responseHeaders = {
  'X-Request-Id': 'The id of the request in the log, sent by the client or made by the server',
  'API-Version': 'The version of the interface that was served',
  'Cache-Control': 'Whether the response may be cached',
  ETag: 'Identifies this version of the record or list',
  RateLimit: 'What remains of each rate limit, as in the IETF draft',
  'RateLimit-Policy': 'The rate limits that apply, as in the IETF draft',
  'Retry-After': 'Seconds to wait before the next attempt',
  'Idempotency-Replayed': '`true` if this is the stored response of an earlier request',
  'WWW-Authenticate': 'Always `Bearer`',
} as const
type ResponseHeader = keyof typeof responseHeaders

function headersOf(...names: readonly ResponseHeader[]): Json {
  const always: ResponseHeader[] = ['X-Request-Id', 'API-Version', 'Cache-Control']
  return Object.fromEntries(
    [...always, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function headersOfSuccess(operation: Operation): Json {
  const isMetered = operation.caller !== 'anyone' && operation.unmetered !== true
  return headersOf(
    ...(operation.etag === true || hasContentEtag(operation) ? (['ETag'] as const) : []),
    ...(isMetered ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(isRepeatable(operation) ? (['Idempotency-Replayed'] as const) : []),
  )
}

function headersOfError(status: number): Json {
  if (status === 401) return headersOf('WWW-Authenticate')
  if (status === 429) return headersOf('Retry-After', 'RateLimit', 'RateLimit-Policy')
  return status === 503 ? headersOf('Retry-After') : headersOf()
}

/** Whether the ETag of a response is derived from its content. */
export function hasContentEtag({ method, stream }: Operation): boolean {
  return method === 'GET' && stream === undefined
}

/** Whether it accepts an `Idempotency-Key`. */
export function isRepeatable({ method, caller }: Operation): boolean {
  return method === 'POST' && caller !== 'anyone'
}

/** Lists every error that an operation can end with. */
export function errorsOf(operation: Operation): ErrorKey[] {
  const always: ErrorKey[] = ['invalid_request', 'rate_limit_exceeded', 'internal', 'unavailable']
  const guarded: ErrorKey[] =
    operation.caller === 'anyone' ? [] : ['not_authenticated', 'access_denied']
  const withBody: ErrorKey[] =
    operation.body === undefined ? [] : ['payload_too_large', 'unsupported_media_type']
  const repeatable: ErrorKey[] = isRepeatable(operation)
    ? ['conflict', 'idempotency_key_reused']
    : []
  return [...new Set([...always, ...guarded, ...withBody, ...repeatable, ...operation.errors])]
}

/** Describes the responses of an operation: success, not modified, and each error. */
export function responsesOf(components: Components, id: string, operation: Operation): Json {
  const error = components.schema(errorBodySchema, 'output')
  const errors = errorsOf(operation)
  const refusals = [...new Set(errors.map((key) => errorKeys[key].status))].map((status) => {
    const keys = errors.filter((key) => errorKeys[key].status === status)
    const examples = Object.fromEntries(
      keys.map((key) => [
        key,
        { value: { type: errorKeys[key].type, key, message: errorDescriptions[key] } },
      ]),
    )
    return [
      String(status),
      {
        description: keys.map((key) => `\`${key}\`: ${errorDescriptions[key]}`).join('. '),
        headers: headersOfError(status),
        content: { 'application/json': { schema: error, examples } },
      },
    ]
  })
  return {
    200: {
      description: operation.stream === undefined ? 'Done' : 'The stream',
      headers: headersOfSuccess(operation),
      content: contentOf(components, operation.response, 'output', id, operation.stream),
    },
    ...(hasContentEtag(operation)
      ? {
          304: {
            description: 'The record or list still has the ETag in `If-None-Match`',
            headers: headersOfSuccess(operation),
          },
        }
      : {}),
    ...Object.fromEntries(refusals),
  }
}

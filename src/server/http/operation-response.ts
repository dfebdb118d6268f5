import type { Context } from 'hono'
import type { ResponseStatus } from '../../contract/errors'
import type { Operation } from '../../contract/operation'
import type { Signer } from '../core/secrets/signer'
import type { ApiEnvironment } from './environment'
import { sendJson } from './response'

/** A response before it is sent, in the form that is stored for a repeat of its request. */
export interface StoredResponse {
  status: ResponseStatus
  json: string
  etag?: string | undefined
  replayed?: true
}

/** Turns the result of an operation into its response, and signs the cursor of a list. */
export function toResponse(operation: Operation, result: unknown, cursors: Signer): StoredResponse {
  if (
    operation.etag === true &&
    typeof result === 'object' &&
    result !== null &&
    'response' in result &&
    'etag' in result
  ) {
    return { status: 200, json: JSON.stringify(result.response), etag: String(result.etag) }
  }
  if (hasCursor(result))
    return {
      status: 200,
      json: JSON.stringify({ ...result, cursor: cursors.sign(result.cursor) }),
    }
  return { status: 200, json: JSON.stringify(result) }
}

function hasCursor(result: unknown): result is { cursor: string } {
  return (
    typeof result === 'object' &&
    result !== null &&
    'cursor' in result &&
    typeof result.cursor === 'string'
  )
}

/** Sends the response to an operation. */
export function send(
  context: Context<ApiEnvironment>,
  operation: Operation,
  { status, json, etag }: StoredResponse,
): Response {
  const isPlainRead = operation.method === 'GET' && etag === undefined
  context.header('Cache-Control', isPlainRead ? 'private, no-cache' : 'no-store, no-transform')
  if (etag !== undefined) context.header('ETag', etag)
  return sendJson(context, status, json, { tagged: isPlainRead })
}

import type { Context } from 'hono'
import type { Operation } from '@/contract/operation'
import type { Tagged } from '@/server/core/etag'
import type { Signer } from '@/server/core/secrets/signer'
import type { StoredResponse } from '@/server/core/writes/idempotent-requests'
import type { HonoEnv } from './hono-env'
import { sendJson } from './response'

/** A response before it is sent. */
export interface OperationResponse extends StoredResponse {
  /** Whether it is the stored response to an earlier request. */
  isReplayed?: true
}

function isTagged(result: unknown): result is Tagged<unknown> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'response' in result &&
    'etag' in result &&
    typeof result.etag === 'string'
  )
}

function hasCursor(result: unknown): result is { cursor: string } {
  return (
    typeof result === 'object' &&
    result !== null &&
    'cursor' in result &&
    typeof result.cursor === 'string'
  )
}

/** Turns the result of an operation into its response, and signs the cursor of a list. */
export function toResponse(
  operation: Operation,
  result: unknown,
  cursors: Signer,
): OperationResponse {
  if (operation.etag === true && isTagged(result))
    return { status: 200, json: JSON.stringify(result.response), etag: result.etag }
  const body = hasCursor(result) ? { ...result, cursor: cursors.sign(result.cursor) } : result
  return { status: 200, json: JSON.stringify(body) }
}

/** Sends the response to an operation. @param bytes its JSON */
export function send(
  c: Context<HonoEnv>,
  operation: Operation,
  { status, etag }: Pick<OperationResponse, 'status' | 'etag'>,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const isPlainRead = operation.method === 'GET' && etag === undefined
  c.header('Cache-Control', isPlainRead ? 'private, no-cache' : 'no-store, no-transform')
  if (etag !== undefined) c.header('ETag', etag)
  return sendJson(c, status, bytes, isPlainRead)
}

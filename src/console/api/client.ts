import { z } from 'zod'
import { noteServerTime } from '@/console/browser/server-time'
import type { ResponseOf, Operation } from '@/contract/operation'
import { ApiError, orMissingOperation } from './api-error'
import { errorFromResponse, readBody, requestIdOf } from './read-response'
import { send, type CallOptions, type RequestInput } from './send'
import { requireSession, sendInSession } from './send-in-session'
import { rememberOwnWrite } from './watching'

type Part<Op, Name extends 'params' | 'query' | 'body'> = Op extends {
  [Member in Name]: infer Schema extends z.ZodType
}
  ? z.input<Schema>
  : undefined

/** The input of an operation: its path parameters, query and body. */
export type CallRequest<Op extends Operation> = (Part<Op, 'params'> extends undefined
  ? { params?: undefined }
  : { params: Part<Op, 'params'> }) & {
  query?: Part<Op, 'query'> | undefined
  body?: Part<Op, 'body'> | undefined
}

export interface ApiResponse<Data> {
  response: Data
  etag?: string | undefined
}

type WriteListener = (operation: Operation) => void
const writeListeners = new Set<WriteListener>()

/** Calls a listener after each write, successful or refused: the history records both. */
export function onWrite(listener: WriteListener): void {
  writeListeners.add(listener)
}

/**
 * Calls an operation of the contract. It is passed as an object rather than by name, so that a page
 * bundles only the operations it uses. After a refused token, a new one is requested from the
 * workspace or else from the user, and the request is repeated.
 * @throws ApiError
 */
export function call<Op extends Operation>(
  operation: Op,
  request: CallRequest<Op>,
  options?: CallOptions,
): Promise<ApiResponse<ResponseOf<Op>>>
export async function call(
  operation: Operation,
  request: RequestInput,
  options: CallOptions = {},
): Promise<ApiResponse<unknown>> {
  const response =
    options.session === undefined
      ? await sendInSession(operation, request, options)
      : (await send(options.session, operation, request, options)).response
  noteServerTime(response.headers.get('Date'))
  if (operation.method !== 'GET') {
    rememberOwnWrite(requestIdOf(response))
    for (const listener of writeListeners) listener(operation)
  }
  if (!response.ok) throw orMissingOperation(operation, await errorFromResponse(response))
  return {
    response: await readBody(response, operation.response),
    etag: response.headers.get('ETag') ?? undefined,
  }
}

/** Calls an operation, and returns its response without the ETag. @throws ApiError */
export async function responseOf<Op extends Operation>(
  operation: Op,
  request: CallRequest<Op>,
  options?: CallOptions,
): Promise<ResponseOf<Op>> {
  const { response } = await call(operation, request, options)
  return response
}

/**
 * Opens the stream of an operation with the token of the session, which is not renewed for it.
 * @throws ApiError
 */
export async function openStream<Op extends Operation>(
  operation: Op,
  request: CallRequest<Op>,
  signal: AbortSignal,
): Promise<Response> {
  const { response } = await send(requireSession(), operation, request, { signal })
  if (!response.ok) throw await errorFromResponse(response)
  return response
}

/**
 * Downloads the response of an operation as a file that the browser keeps outside its memory.
 * @throws ApiError
 */
export async function downloadResponse<Op extends Operation>(
  operation: Op,
  request: CallRequest<Op>,
): Promise<Blob> {
  const response = await sendInSession(operation, request, {})
  if (!response.ok) throw await errorFromResponse(response)
  return response.blob().catch(() => {
    throw new ApiError(0, 'The download was cut off. Try again.')
  })
}

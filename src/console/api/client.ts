import { z } from 'zod'
import { issuesDataSchema } from '../../contract/errors'
import { workspaceHeader } from '../../contract/single-sign-on'
import type { ResponseOf, Operation } from '../../contract/operation'
import {
  currentSession,
  declineCount,
  endExpiry,
  isExpired,
  renewSession,
  untilRenewed,
} from '../session/current-session'
import type { Session } from '../session/session'
import { causeOfRequest } from '../session/user-action'
import { parseJson } from '../ui/parse-json'
import { noteServerTime } from '../ui/server-time'
import { ApiError, noResponseError, orMissingOperation } from './api-error'
import { takeEarlyResponse } from './early-responses'
import { pause } from './pause'
import { readError, readResponse } from './read-response'
import { rememberOwnWrite } from './watching'
import { authorizationFor, forgetWorkspaceToken } from './workspace-token'

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

export interface CallOptions {
  /** The workspace of the page. An operator's token is exchanged for one of it if needed. */
  workspaceId?: string | undefined
  /** Whether an operator acts as the workspace. The default depends on the operation. */
  asWorkspace?: boolean | undefined
  signal?: AbortSignal | undefined
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
  /** Whether a write is repeated after a 429. The default is true. */
  repeats429?: boolean | undefined
  /** A session to use instead of the current one. */
  session?: Session | undefined
}

/** Returns the options of a call that needs no token. */
export const anonymous = (baseUrl: string): CallOptions => ({ session: { baseUrl, token: '' } })

export interface ApiResponse<Data> {
  response: Data
  etag?: string | undefined
}

interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
}

function members(part: unknown): Map<string, unknown> {
  return new Map(typeof part === 'object' && part !== null ? Object.entries(part) : [])
}

/** The address of a request, below the base URL. */
function addressOf(operation: Operation, { params, query }: Sent): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(members(params).get(name))),
  )
  const given = [...members(query)].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  // Some engines send nothing where the specification has `null`.
  return text === '' ? null : parseJson(text)
}

/** Returns the seconds to wait before the next attempt, if the response says so. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = readError(await readJson(response))
  return new ApiError(
    response.status,
    body?.message ?? `The server responded with ${response.status} ${response.statusText}`.trim(),
    {
      key: body?.key,
      issues: issuesDataSchema.safeParse(body?.data).data?.issues,
      data: body?.data,
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      retryAfter: retryAfterOf(response),
    },
  )
}

/** Returns the id of the workspace in the path of a request. */
function namedWorkspace({ path }: Operation, { params }: Sent): string | undefined {
  return path.startsWith('/org-workspaces/{id}') ? String(members(params).get('id')) : undefined
}

async function send(
  session: Session,
  operation: Operation,
  request: Sent,
  options: CallOptions,
): Promise<{ response: Response; token: string | undefined }> {
  const { token, workspace } =
    operation.caller === 'anyone'
      ? {}
      : await authorizationFor(session, operation, {
          ...options,
          workspaceId: options.workspaceId ?? namedWorkspace(operation, request),
        })
  const headers = new Headers({
    Accept: operation.stream === 'events' ? 'text/event-stream' : 'application/json',
  })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (workspace !== undefined) headers.set(workspaceHeader, workspace)
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  const address = session.baseUrl + addressOf(operation, request)
  try {
    const early = operation.method === 'GET' ? takeEarlyResponse(address, token) : undefined
    if (early !== undefined) return { response: await early, token }
    const response = await fetch(address, {
      method: operation.method,
      headers,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      // A stream stays open; what the page shows comes first.
      ...(operation.stream === 'events' ? { priority: 'low' } : {}),
    })
    return { response, token }
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw noResponseError()
  }
}

function requireSession(): Session {
  const session = currentSession()
  if (session === undefined) throw new ApiError(401, 'Sign in first')
  return session
}

/** The longest that a write waits in all while a limit is reached. */
const maxWaitSeconds = 3

/**
 * Returns the seconds after which a request is to be repeated, if it is a write that a limit
 * refused: nothing of it was done, and waiting shortly saves the user from repeating it. Queries
 * repeat reads.
 * @param waitedSeconds how long it has waited already
 */
function secondsToRepeat(
  { method }: Operation,
  response: Response,
  { repeats429 = true }: CallOptions,
  waitedSeconds: number,
): number | undefined {
  if (response.status !== 429 || method === 'GET' || !repeats429) return undefined
  const seconds = retryAfterOf(response)
  const isShort = seconds !== undefined && waitedSeconds + seconds <= maxWaitSeconds
  return isShort ? seconds : undefined
}

/**
 * Sends a request with the token of the session, and retries it after a 429 if a short wait helps,
 * and after a 401 if there is another token: the session has a newer one, the workspace issues a
 * new one to an operator, or the user signs in again. A user who declined is asked again only by
 * later actions of theirs; other reads wait, unsent, until they have signed in.
 */
async function sendInSession(
  operation: Operation,
  request: Sent,
  options: CallOptions,
): Promise<Response> {
  const cause = causeOfRequest()
  const declinesBefore = declineCount()
  const mayWait = cause === 'page' && operation.method === 'GET'
  let exchangedFor: Session | undefined
  let hasAsked = false
  let waitedSeconds = 0
  for (;;) {
    if (mayWait && isExpired()) await untilRenewed(options.signal)
    const session = requireSession()
    const { response, token } = await send(session, operation, request, options)
    if (response.status !== 401) {
      if (session === currentSession()) endExpiry()
      const seconds = secondsToRepeat(operation, response, options, waitedSeconds)
      if (seconds === undefined) return response
      await pause(seconds * 1000, options.signal)
      options.signal?.throwIfAborted()
      if (session !== currentSession()) return response
      waitedSeconds += seconds
      continue
    }
    const hasNewerToken = requireSession().token !== session.token
    if (hasNewerToken) continue
    const isExchanged = token !== session.token
    if (isExchanged) {
      if (options.workspaceId === undefined || exchangedFor === session) return response
      forgetWorkspaceToken(session, options.workspaceId)
      exchangedFor = session
      continue
    }
    const mayAsk = cause === 'user' ? declineCount() === declinesBefore : !isExpired()
    if (mayAsk && !hasAsked) {
      hasAsked = true
      if (await renewSession()) continue
    }
    if (!mayWait || !isExpired()) return response
  }
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
  request: Sent,
  options: CallOptions = {},
): Promise<ApiResponse<unknown>> {
  const response =
    options.session === undefined
      ? await sendInSession(operation, request, options)
      : (await send(options.session, operation, request, options)).response
  noteServerTime(response.headers.get('Date'))
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  if (operation.method !== 'GET') {
    rememberOwnWrite(requestId)
    for (const listener of writeListeners) listener(operation)
  }
  if (!response.ok) throw orMissingOperation(operation, await errorFromResponse(response))

  const read = readResponse(operation.response, await readJson(response))
  if (!read.success)
    throw new ApiError(
      -1,
      'The server sent an unexpected response. Check that the base URL is that of an engine’s API.',
      { requestId, data: z.prettifyError(read.error) },
    )
  return { response: read.data, etag: response.headers.get('ETag') ?? undefined }
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
  options: CallOptions = {},
): Promise<Blob> {
  const response = await sendInSession(operation, request, options)
  if (!response.ok) throw await errorFromResponse(response)
  return response.blob().catch(() => {
    throw new ApiError(0, 'The download was cut off. Try again.')
  })
}

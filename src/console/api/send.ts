import type { Session } from '@/console/session/session'
import { changeReasonHeader } from '@/contract/change-reason'
import type { Operation } from '@/contract/operation'
import { workspaceHeader } from '@/contract/single-sign-on'
import { noResponseError } from './api-error'
import { takeEarlyResponse } from './early-responses'
import { authorizationFor } from './workspace-token'

export interface CallOptions {
  /** The workspace of the page. An operator's token is exchanged for one of it if needed. */
  workspaceId?: string | undefined
  /** Whether an operator sends a token of the workspace; as the contract says if absent. */
  asWorkspace?: boolean | undefined
  signal?: AbortSignal | undefined
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
  /** Why the user makes a change. Only for engines with the extensions. */
  reason?: string | undefined
  /** Whether a write is repeated after a 429. The default is true. */
  repeats429?: boolean | undefined
  /** A session to use instead of the current one. */
  session?: Session | undefined
}

/** Returns the options of a call that needs no token. */
export const anonymous = (baseUrl: string): CallOptions => ({ session: { baseUrl, token: '' } })

/** The input of a request to any operation. */
export interface RequestInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

function members(part: unknown): Map<string, unknown> {
  return new Map(typeof part === 'object' && part !== null ? Object.entries(part) : [])
}

/** The address of a request, below the base URL. */
function addressOf(operation: Operation, { params, query }: RequestInput): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(members(params).get(name))),
  )
  const given = [...members(query)].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

/** Returns the id of the workspace in the path of a request. */
function namedWorkspace({ path }: Operation, { params }: RequestInput): string | undefined {
  return path.startsWith('/org-workspaces/{id}') ? String(members(params).get('id')) : undefined
}

/**
 * Sends a request once, with the token of a session.
 * @returns the response, and the token it was sent with
 * @throws ApiError if no response comes
 */
export async function send(
  session: Session,
  operation: Operation,
  request: RequestInput,
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
  if (options.reason !== undefined)
    headers.set(changeReasonHeader, encodeURIComponent(options.reason))
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
    throw noResponseError(operation.method === 'PATCH' || operation.method === 'PUT')
  }
}

import type { Context } from 'hono'
import { limitFacts } from '../../contract/limits'
import type { Caller, Operation } from '../../contract/operation'
import { operations, type OperationId } from '../../contract/operations'
import { workspaceHeader } from '../../contract/single-sign-on'
import type { RequestContext, CallerIdentity, Dependencies } from '../core/context'
import { isOpen, type GuardedHandlers, type OpenHandlers } from './handler'
import { guardedHandlers, openHandlers } from './handlers'
import { accessDenied, ServiceError } from '../core/service-error'
import { admitRequest } from '../limits/admit-request'
import type { Signer } from '../core/signer'
import type { Level } from '../core/meter'
import { recordRefusal } from '../services/history/record-refusal'
import { authenticate } from '../services/tokens/authenticate'
import { retryOnConflict } from '../store/retry'
import { sendJson } from './response'
import { assertDemoAccess } from './demo-access'
import type { ApiEnvironment } from './environment'
import { withIdempotency, type StoredResponse } from './idempotency'
import { readRequest, type Received } from './read-request'
import { maxBodyBytes, readBody } from './request-body'
import { isStream, sendLines } from './send-lines'
import { timeLimit } from './time-limit'

export interface Mounting {
  dependencies: Dependencies
  /** Returns the address that a request comes from, where it is known. */
  addressOf: (c: Context) => string | undefined
  /** How long a request may take. */
  requestMilliseconds: number
}

const ranks = { tenant: 0, reader: 1, admin: 2, operator: 3 } as const satisfies Record<
  CallerIdentity['role'],
  number
>
const requiredRole = {
  anyone: 0,
  reader: 0,
  workspace: 1,
  admin: 2,
  operator: 3,
} as const satisfies Record<Caller, number>

/** @throws access_denied */
function authorize(operation: Operation, caller: CallerIdentity): void {
  if (ranks[caller.role] >= requiredRole[operation.caller]) return
  throw accessDenied(
    operation.caller === 'operator'
      ? 'Only an operator can do this: use a token signed by the server itself'
      : operation.caller === 'workspace'
        ? 'A tenant cannot read this: use a workspace-level token'
        : 'This token may only read: use a workspace-level token with isAdmin',
  )
}

/** Adds the user agent to what the audit log records of a caller. */
function withUserAgent(caller: CallerIdentity, userAgent: string | undefined): CallerIdentity {
  return userAgent === undefined || caller.credential === undefined
    ? caller
    : { ...caller, credential: { ...caller.credential, userAgent: userAgent.slice(0, 255) } }
}

/** A structured field takes whole numbers of fifteen digits; a limit can be larger, or a part of one. */
function fieldNumber(value: number): number {
  return Math.min(Math.max(0, Math.floor(value)), 999_999_999_999_999)
}

/** Sets the `RateLimit` fields of the IETF draft: the limits, and what is left of them. */
function setRateLimitHeaders(c: Context<ApiEnvironment>, levels: readonly Level[]): void {
  const rates = levels.filter(({ limit }) => limitFacts(limit).window !== undefined)
  c.header(
    'RateLimit-Policy',
    rates
      .map(
        ({ limit, max, windowSeconds }) =>
          `"${limitFacts(limit).policy}";q=${fieldNumber(max)};w=${windowSeconds}`,
      )
      .join(', '),
  )
  c.header(
    'RateLimit',
    rates
      .map(
        ({ limit, max, used, resetSeconds }) =>
          `"${limitFacts(limit).policy}";r=${fieldNumber(max - used)};t=${Math.ceil(resetSeconds)}`,
      )
      .join(', '),
  )
}

/** Turns the result of an operation into the response that is sent, and signs the cursor of a list. */
async function responseOf(
  operation: Operation,
  outcome: unknown,
  cursors: Signer,
): Promise<StoredResponse> {
  if (
    operation.etag === true &&
    typeof outcome === 'object' &&
    outcome !== null &&
    'response' in outcome &&
    'etag' in outcome
  ) {
    return { status: 200, json: JSON.stringify(outcome.response), etag: String(outcome.etag) }
  }
  if (hasCursor(outcome))
    return {
      status: 200,
      json: JSON.stringify({ ...outcome, cursor: await cursors.sign(outcome.cursor) }),
    }
  return { status: 200, json: JSON.stringify(outcome) }
}

function hasCursor(outcome: unknown): outcome is { cursor: string } {
  return (
    typeof outcome === 'object' &&
    outcome !== null &&
    'cursor' in outcome &&
    typeof outcome.cursor === 'string'
  )
}

function send(
  c: Context<ApiEnvironment>,
  operation: Operation,
  { status, json, etag }: StoredResponse,
): Response {
  const isPlainRead = operation.method === 'GET' && etag === undefined
  c.header('Cache-Control', isPlainRead ? 'private, no-cache' : 'no-store, no-transform')
  if (etag !== undefined) c.header('ETag', etag)
  return sendJson(c, status, json, { tagged: isPlainRead })
}

/** Reads the body of a request. @throws payload_too_large */
async function receive(c: Context<ApiEnvironment>, maxBytes: number): Promise<Received> {
  const request = c.req.raw
  return { request, params: c.req.param(), body: await readBody(request, maxBytes) }
}

async function runOpen<Id extends keyof OpenHandlers>(
  id: Id,
  handler: OpenHandlers[Id],
  { dependencies, requestMilliseconds }: Mounting,
  c: Context<ApiEnvironment>,
) {
  const { cursorSigner } = dependencies
  const request = await readRequest(id, await receive(c, maxBodyBytes.open), cursorSigner)
  const inTime = timeLimit(requestMilliseconds)
  return responseOf(
    operations[id],
    await inTime(handler({ ...dependencies, requestId: c.get('requestId') }, request)),
    cursorSigner,
  )
}

async function runGuarded<Id extends keyof GuardedHandlers>(
  id: Id,
  handler: GuardedHandlers[Id],
  { dependencies, addressOf, requestMilliseconds }: Mounting,
  c: Context<ApiEnvironment>,
) {
  const operation: Operation = operations[id]
  const inTime = timeLimit(requestMilliseconds)
  const authenticated = await inTime(
    authenticate(dependencies, c.req.header('Authorization'), c.req.header(workspaceHeader)),
  )
  const caller = withUserAgent(authenticated.caller, c.req.header('User-Agent'))
  c.set('caller', caller)
  const admission =
    operation.unmetered === true || !('sources' in authenticated)
      ? undefined
      : await inTime(admitRequest(dependencies, authenticated.caller, authenticated.sources))
  if (admission !== undefined) setRateLimitHeaders(c, admission.levels)
  if (admission?.refusal !== undefined) throw admission.refusal
  const context: RequestContext = {
    ...dependencies,
    caller,
    workspaceToken: 'workspaceToken' in authenticated ? authenticated.workspaceToken : undefined,
    requestId: c.get('requestId'),
    address: addressOf(c),
    ifMatch: c.req.header('If-Match'),
  }
  try {
    authorize(operation, caller)
    const received = await receive(c, maxBodyBytes.guarded)
    if (operation.lines === true) {
      const request = await readRequest(id, received, dependencies.cursorSigner)
      const outcome: unknown = await inTime(handler(context, request))
      if (isStream(outcome)) return { stream: outcome }
    }
    const run = async (as: RequestContext) => {
      const request = await readRequest(id, received, dependencies.cursorSigner)
      const handled = retryOnConflict(() => handler(as, request))
      return responseOf(
        operation,
        await (operation.slow === true ? handled : inTime(handled)),
        dependencies.cursorSigner,
      )
    }
    return await (operation.method === 'POST'
      ? withIdempotency(context, received, run)
      : run(context))
  } catch (error) {
    if (error instanceof ServiceError)
      await recordRefusal(context, id, c.req.param(), error).catch((failure: unknown) =>
        dependencies.log.error({ error: failure }, 'a refusal could not be recorded'),
      )
    throw error
  } finally {
    void admission?.end()
  }
}

/** Evicts the tokens of the workspaces that a write may have changed. */
function evictAfterWrite({ authCache }: Dependencies, c: Context<ApiEnvironment>, isOpen: boolean) {
  const caller: CallerIdentity | undefined = c.get('caller')
  if (caller !== undefined && caller.role !== 'operator') authCache?.evict(caller.workspaceId)
  // Operators write to any workspace. Who was not authenticated has written nothing.
  else if (caller !== undefined || isOpen) authCache?.clear()
}

/** Handles an operation: authenticates, authorizes, validates, runs its service and responds. */
export function mount(id: OperationId, mounting: Mounting) {
  const { demo } = mounting.dependencies
  const operation: Operation = operations[id]
  return async (c: Context<ApiEnvironment>): Promise<Response> => {
    c.set('operationId', id)
    try {
      if (operation.demo === true && demo !== undefined)
        assertDemoAccess(c.req, mounting.addressOf(c), demo)
      const outcome = isOpen(id)
        ? await runOpen(id, openHandlers[id], mounting, c)
        : await runGuarded(id, guardedHandlers[id], mounting, c)
      if ('stream' in outcome) return sendLines(c, outcome.stream)
      if (outcome.replayed === true) c.header('Idempotency-Replayed', 'true')
      return send(c, operation, outcome)
    } finally {
      if (operation.method !== 'GET') evictAfterWrite(mounting.dependencies, c, isOpen(id))
    }
  }
}

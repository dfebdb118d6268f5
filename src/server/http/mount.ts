import type { Context } from 'hono'
import type { Operation, RestrictedCaller } from '../../contract/operation'
import { operations, type OperationId } from '../../contract/operations'
import { workspaceHeader } from '../../contract/single-sign-on'
import type { Authenticated, RequestContext, CallerIdentity } from '../core/context'
import {
  isOpen,
  isStream,
  type GuardedHandlers,
  type OpenHandlers,
  type StreamHandlers,
} from './operation-kinds'
import { guardedHandlers, openHandlers, streamHandlers } from './handlers'
import { isAllowed, isRestricted } from '../core/authorize'
import { accessDenied, ServiceError } from '../core/service-error'
import { admitRequest } from '../limits/admit-request'
import { recordRead } from '../services/history/record-read'
import { recordRefusal } from '../services/history/record-refusal'
import { authenticate } from '../services/tokens/authenticate'
import { retryOnConflict } from '../store/retry'
import { assertDemoAccess } from './demo-access'
import type { ApiEnvironment } from './environment'
import { withIdempotency } from './idempotency'
import { send, toResponse } from './operation-response'
import { setRateLimitHeaders } from './rate-limit-headers'
import { readRequest, type Received } from './read-request'
import { maxBodyBytes, readBody } from './request-body'
import { sendEvents } from './send-events'
import { sendLines } from './send-lines'
import { timeLimit } from './time-limit'

export interface Mounting {
  /** Returns the client's address, if known. */
  addressOf: (c: Context) => string | undefined
  /** The time limit of one request. */
  requestMilliseconds: number
  /** Closes the connection of a request whose response fails after it has begun. */
  disconnect?: ((c: Context) => void) | undefined
}

const denials = {
  workspace: 'A tenant cannot read this: use a workspace-level token',
  admin: 'This token is read-only, and this needs an admin’s token',
  operator: 'Only an operator can do this: use an operator token, signed by the server itself',
} as const satisfies Record<RestrictedCaller, string>

/** @throws access_denied */
function authorize({ caller: required }: Operation, caller: CallerIdentity): void {
  if (isRestricted(required) && !isAllowed(caller, required)) throw accessDenied(denials[required])
}

/** Adds the user agent, which the audit log records with the caller. */
function withUserAgent(caller: CallerIdentity, userAgent: string | undefined): CallerIdentity {
  return userAgent === undefined || caller.credential === undefined
    ? caller
    : { ...caller, credential: { ...caller.credential, userAgent: userAgent.slice(0, 255) } }
}

/** Reads the body of a request. @throws payload_too_large */
async function receiveBody(c: Context<ApiEnvironment>, maxBytes: number): Promise<Received> {
  const request = c.req.raw
  return { request, params: c.req.param(), body: await readBody(request, maxBytes) }
}

async function runOpen<Id extends keyof OpenHandlers>(
  id: Id,
  handler: OpenHandlers[Id],
  { requestMilliseconds }: Mounting,
  c: Context<ApiEnvironment>,
) {
  const dependencies = c.get('dependencies')
  const { cursorSigner } = dependencies
  const request = readRequest(id, await receiveBody(c, maxBodyBytes.open), cursorSigner)
  const inTime = timeLimit(requestMilliseconds)
  return toResponse(
    operations[id],
    await inTime(handler({ ...dependencies, requestId: c.get('requestId') }, request)),
    cursorSigner,
  )
}

/** Authenticates the caller of a request. @throws not_authenticated, access_denied */
function authenticateRequest(c: Context<ApiEnvironment>): Promise<Authenticated> {
  return authenticate(
    c.get('dependencies'),
    c.req.header('Authorization'),
    c.req.header(workspaceHeader),
  )
}

/**
 * Authenticates the caller of a request and counts it, except for operators and a few operations.
 * @throws not_authenticated, access_denied
 */
async function admit(c: Context<ApiEnvironment>, { unmetered }: Operation) {
  const authenticated = await authenticateRequest(c)
  c.set('caller', authenticated.caller)
  const admission =
    unmetered === true || !('sources' in authenticated)
      ? undefined
      : await admitRequest(c.get('dependencies'), authenticated.caller, authenticated.sources)
  return { authenticated, admission }
}

/** Returns the context of an authenticated request. */
function contextOf(
  authenticated: Authenticated,
  c: Context<ApiEnvironment>,
  address: string | undefined,
): RequestContext {
  return {
    caller: withUserAgent(authenticated.caller, c.req.header('User-Agent')),
    workspaceToken: 'workspaceToken' in authenticated ? authenticated.workspaceToken : undefined,
    trail: { entries: 0, workspaces: new Set() },
    requestId: c.get('requestId'),
    address,
    ifMatch: c.req.header('If-Match'),
    // Last, because adding members to a copy of such a large object is ten times as slow in V8.
    ...c.get('dependencies'),
  }
}

/**
 * Runs a request that needs a token: authenticates its caller, counts it, checks that the caller
 * may send it, and records a refusal.
 */
async function guard<Result>(
  id: OperationId,
  { addressOf, requestMilliseconds }: Mounting,
  c: Context<ApiEnvironment>,
  run: (context: RequestContext, inTime: ReturnType<typeof timeLimit>) => Promise<Result>,
): Promise<Result> {
  const operation: Operation = operations[id]
  const dependencies = c.get('dependencies')
  const inTime = timeLimit(requestMilliseconds)
  const { authenticated, admission } = await inTime(admit(c, operation))
  if (admission !== undefined) setRateLimitHeaders(c, admission.levels)
  if (admission?.refusal !== undefined) throw admission.refusal
  const context = contextOf(authenticated, c, addressOf(c))
  try {
    authorize(operation, context.caller)
    const result = await run(context, inTime)
    if (context.caller.role === 'operator')
      await recordRead(context, id).catch((failure: unknown) =>
        dependencies.log.error({ error: failure }, 'a read could not be recorded'),
      )
    return result
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

function runGuarded<Id extends keyof GuardedHandlers>(
  id: Id,
  handler: GuardedHandlers[Id],
  mounting: Mounting,
  c: Context<ApiEnvironment>,
) {
  const operation: Operation = operations[id]
  const { cursorSigner } = c.get('dependencies')
  return guard(id, mounting, c, async (context, inTime) => {
    const received = await receiveBody(c, maxBodyBytes.guarded)
    const run = async (as: RequestContext) => {
      const request = readRequest(id, received, cursorSigner)
      // What a write does in a transaction is repeated by `writing`; it may do more than that.
      const handled =
        operation.method === 'GET'
          ? retryOnConflict(() => handler(as, request))
          : handler(as, request)
      const result = await (operation.slow === true ? handled : inTime(handled))
      return toResponse(operation, result, cursorSigner)
    }
    return operation.method === 'POST' ? withIdempotency(context, received, run) : run(context)
  })
}

/** Evicts the tokens of the workspaces that a write may have changed, and reports the change. */
function publishWrite(c: Context<ApiEnvironment>) {
  const { authCache, changes } = c.get('dependencies')
  const caller = c.get('caller')
  // Without one, nothing was written.
  if (caller === undefined) return
  // Operators write to any workspace.
  if (caller.role === 'operator') authCache.clear()
  else authCache.evict(caller.workspaceId)
  changes.checkNow()
}

/** Opens the stream of an operation. */
function runStream<Id extends keyof StreamHandlers>(
  id: Id,
  handler: StreamHandlers[Id],
  mounting: Mounting,
  c: Context<ApiEnvironment>,
): Promise<Response> {
  const { cursorSigner } = c.get('dependencies')
  return guard(id, mounting, c, async (context, inTime) => {
    const received = await receiveBody(c, maxBodyBytes.open)
    const request = readRequest(id, received, cursorSigner)
    const batches = await inTime(handler(context, request))
    const verify = () => authenticateRequest(c)
    return operations[id].stream === 'events'
      ? sendEvents(c, batches, verify)
      : sendLines(c, batches, verify, mounting.disconnect)
  })
}

/** Handles an operation: authenticates, authorizes, validates, runs its service and responds. */
export function mount(id: OperationId, mounting: Mounting) {
  const operation: Operation = operations[id]
  return async (c: Context<ApiEnvironment>): Promise<Response> => {
    const { demo } = c.get('dependencies')
    c.set('operationId', id)
    try {
      if (operation.demo === true && demo !== undefined)
        assertDemoAccess(c.req, mounting.addressOf(c), demo)
      if (isStream(id)) return await runStream(id, streamHandlers[id], mounting, c)
      const response = isOpen(id)
        ? await runOpen(id, openHandlers[id], mounting, c)
        : await runGuarded(id, guardedHandlers[id], mounting, c)
      if (response.replayed === true) c.header('Idempotency-Replayed', 'true')
      return send(c, operation, response)
    } finally {
      if (operation.method !== 'GET') publishWrite(c)
    }
  }
}

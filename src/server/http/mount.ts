import type { Context } from 'hono'
import { limitFacts } from '../../contract/limits'
import type { Caller, Operation } from '../../contract/operation'
import { operations, type OperationId } from '../../contract/operations'
import type { Call, CallerIdentity, Platform } from '../core/context'
import { isOpen, type GuardedHandlers, type OpenHandlers } from './handler'
import { guardedHandlers, openHandlers } from './handlers'
import { accessDenied, ServiceFault } from '../core/service-error'
import { admitRequest } from '../limits/admit-request'
import type { Level } from '../limits/meter'
import { recordRefusal } from '../services/history/record-refusal'
import { authenticate } from '../services/tokens/authenticate'
import { retryingCrossed } from '../store/retry'
import { sendJson } from './response'
import { refuseDemoToOthers } from './demo-access'
import type { ApiEnvironment } from './environment'
import { answeringOnce, type Answered } from './idempotency'
import { readRequest, type Received } from './read-request'
import { maxBodyBytes, readBody } from './request-body'
import { timeLimit } from './time-limit'

export interface Mounting {
  platform: Platform
  /** Tells where a request comes from, where that can be known. */
  addressOf: (context: Context) => string | undefined
  /** How long a request may take. */
  requestMilliseconds: number
}

const ranks = { tenant: 0, reader: 0, admin: 1, operator: 2 } as const satisfies Record<
  CallerIdentity['role'],
  number
>
const demanded = { anyone: 0, reader: 0, admin: 1, operator: 2 } as const satisfies Record<
  Caller,
  number
>

/** @throws access_denied */
function authorise(operation: Operation, caller: CallerIdentity): void {
  if (ranks[caller.role] >= demanded[operation.caller]) return
  throw accessDenied(
    operation.caller === 'operator'
      ? 'Only an operator can do this: use a token signed by the server itself'
      : 'This token may only read: use a workspace-level token with isAdmin',
  )
}

/** A structured field takes whole numbers of fifteen digits; a limit can be larger, or a part of one. */
function fieldNumber(value: number): number {
  return Math.min(Math.max(0, Math.floor(value)), 999_999_999_999_999)
}

/** The `RateLimit` fields of the IETF draft: what holds, and what is left of it. */
function tellLimits(context: Context<ApiEnvironment>, levels: readonly Level[]): void {
  const rates = levels.filter(({ limit }) => limitFacts(limit).window !== undefined)
  context.header(
    'RateLimit-Policy',
    rates
      .map(
        ({ limit, max, windowSeconds }) =>
          `"${limitFacts(limit).policy}";q=${fieldNumber(max)};w=${windowSeconds}`,
      )
      .join(', '),
  )
  context.header(
    'RateLimit',
    rates
      .map(
        ({ limit, max, used, resetSeconds }) =>
          `"${limitFacts(limit).policy}";r=${fieldNumber(max - used)};t=${Math.ceil(resetSeconds)}`,
      )
      .join(', '),
  )
}

/** Answers of tagged records hold secrets and must not be recoded, since that weakens their tag. */
function answered(operation: Operation, outcome: unknown): Answered {
  if (
    operation.etag === true &&
    typeof outcome === 'object' &&
    outcome !== null &&
    'answer' in outcome &&
    'etag' in outcome
  ) {
    return { status: 200, json: JSON.stringify(outcome.answer), etag: String(outcome.etag) }
  }
  return { status: 200, json: JSON.stringify(outcome) }
}

function send(
  context: Context<ApiEnvironment>,
  operation: Operation,
  { status, json, etag }: Answered,
): Response {
  const isPlainRead = operation.method === 'GET' && etag === undefined
  context.header('Cache-Control', isPlainRead ? 'private, no-cache' : 'no-store, no-transform')
  if (etag !== undefined) context.header('ETag', etag)
  return sendJson(context, status, json, { tagged: isPlainRead })
}

/** Takes in the body of a request, which must not be larger than this. @throws payload_too_large */
async function receive(context: Context<ApiEnvironment>, maxBytes: number): Promise<Received> {
  const request = context.req.raw
  return { request, params: context.req.param(), body: await readBody(request, maxBytes) }
}

async function runOpen<Id extends keyof OpenHandlers>(
  id: Id,
  handler: OpenHandlers[Id],
  { platform, requestMilliseconds }: Mounting,
  context: Context<ApiEnvironment>,
) {
  const request = readRequest(id, await receive(context, maxBodyBytes.open))
  const inTime = timeLimit(requestMilliseconds)
  return answered(
    operations[id],
    await inTime(handler({ ...platform, requestId: context.get('requestId') }, request)),
  )
}

async function runGuarded<Id extends keyof GuardedHandlers>(
  id: Id,
  handler: GuardedHandlers[Id],
  { platform, addressOf, requestMilliseconds }: Mounting,
  context: Context<ApiEnvironment>,
) {
  const operation: Operation = operations[id]
  const inTime = timeLimit(requestMilliseconds)
  const authenticated = await inTime(authenticate(platform, context.req.header('Authorization')))
  const { caller } = authenticated
  context.set('caller', caller)
  const admission =
    operation.unmetered === true || !('layers' in authenticated)
      ? undefined
      : await inTime(admitRequest(platform, authenticated.caller, authenticated.layers))
  if (admission !== undefined) tellLimits(context, admission.levels)
  if (admission?.refusal !== undefined) throw admission.refusal
  const call: Call = {
    ...platform,
    caller,
    workspaceToken: 'workspaceToken' in authenticated ? authenticated.workspaceToken : undefined,
    requestId: context.get('requestId'),
    address: addressOf(context),
    ifMatch: context.req.header('If-Match'),
  }
  try {
    authorise(operation, caller)
    const received = await receive(context, maxBodyBytes.guarded)
    const run = async (as: Call) => {
      const request = readRequest(id, received)
      const handled = retryingCrossed(() => handler(as, request))
      return answered(operation, await (operation.slow === true ? handled : inTime(handled)))
    }
    return await (operation.method === 'POST' ? answeringOnce(call, received, run) : run(call))
  } catch (error) {
    if (error instanceof ServiceFault)
      await recordRefusal(call, id, context.req.param(), error).catch((failure: unknown) =>
        platform.log.error({ error: failure }, 'a refusal could not be recorded'),
      )
    throw error
  } finally {
    void admission?.end()
  }
}

/** What answers an operation: who calls, whether they may, what they ask, and what comes of it. */
export function mount(id: OperationId, mounting: Mounting) {
  const { callers, demo } = mounting.platform
  const operation: Operation = operations[id]
  return async (context: Context<ApiEnvironment>): Promise<Response> => {
    context.set('operationId', id)
    try {
      if (operation.demo === true && demo !== undefined)
        refuseDemoToOthers(context.req, mounting.addressOf(context), demo)
      const outcome = isOpen(id)
        ? await runOpen(id, openHandlers[id], mounting, context)
        : await runGuarded(id, guardedHandlers[id], mounting, context)
      if (outcome.replayed === true) context.header('Idempotency-Replayed', 'true')
      return send(context, operation, outcome)
    } finally {
      if (operation.method !== 'GET') callers?.forget()
    }
  }
}

import type { Context } from 'hono'
import { changeReasonHeader } from '@/contract/change-reason'
import type { Operation, RestrictedCaller } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import { workspaceHeader } from '@/contract/single-sign-on'
import { authenticate } from '@/server/authentication/authenticate'
import {
  isAllowed,
  isOperator,
  isRestricted,
  requireWorkspaceId,
} from '@/server/core/access/authorize'
import type { Authenticated, CallerIdentity } from '@/server/core/access/caller'
import type { RequestContext } from '@/server/core/context'
import { accessDenied, ServiceError } from '@/server/core/service-error'
import { admitRequest } from '@/server/limits/admit-request'
import { recordRead } from '@/server/services/history/record-read'
import { recordRefusal } from '@/server/services/history/record-refusal'
import { readChangeReason } from './change-reason'
import type { HonoEnv } from './hono-env'
import { setRateLimitHeaders } from './rate-limit-headers'
import { timeLimit } from './time-limit'

export interface GuardOptions {
  /** Returns the client's address, if known. */
  addressOf: (c: Context) => string | undefined
  /** The time limit of one request. */
  requestMilliseconds: number
}

const denials = {
  workspace: 'A tenant cannot read this: use a workspace-level token',
  admin: 'This token is read-only, and this needs an admin’s token',
  operator: 'Only an operator can do this: use an operator token, signed by the server itself',
} as const satisfies Record<RestrictedCaller, string>

/** @throws access_denied */
function authorize({ caller, workspaceToken }: Operation, context: RequestContext): void {
  if (isRestricted(caller) && !isAllowed(context.caller, caller))
    throw accessDenied(denials[caller])
  if (workspaceToken === 'required') requireWorkspaceId(context)
}

/** Adds the user agent, which the history records with the caller. */
function withUserAgent(caller: CallerIdentity, userAgent: string | undefined): CallerIdentity {
  return userAgent === undefined || caller.credential === undefined
    ? caller
    : { ...caller, credential: { ...caller.credential, userAgent: userAgent.slice(0, 255) } }
}

/** Authenticates the caller of a request. @throws not_authenticated, access_denied */
export function authenticateRequest(c: Context<HonoEnv>): Promise<Authenticated> {
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
async function admit(c: Context<HonoEnv>, { unmetered }: Operation) {
  const authenticated = await authenticateRequest(c)
  c.set('caller', authenticated.caller)
  const admission =
    unmetered === true || !('sources' in authenticated)
      ? undefined
      : await admitRequest(c.get('dependencies'), authenticated.caller, authenticated.sources)
  return { authenticated, admission }
}

/**
 * Admits a request. One that is admitted too late is refused, and no longer counts as in progress.
 * @throws unavailable, and what `admit` throws
 */
async function admitInTime(
  c: Context<HonoEnv>,
  operation: Operation,
  inTime: ReturnType<typeof timeLimit>,
) {
  const admitting = admit(c, operation)
  try {
    return await inTime(admitting)
  } catch (error) {
    void admitting.then(({ admission }) => admission?.end()).catch(() => {})
    throw error
  }
}

/** Returns the context of an authenticated request. */
function contextOf(
  authenticated: Authenticated,
  c: Context<HonoEnv>,
  address: string | undefined,
): RequestContext {
  return {
    caller: withUserAgent(authenticated.caller, c.req.header('User-Agent')),
    verifiedToken: 'verifiedToken' in authenticated ? authenticated.verifiedToken : undefined,
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
export async function guard<Result>(
  id: OperationId,
  { addressOf, requestMilliseconds }: GuardOptions,
  c: Context<HonoEnv>,
  run: (context: RequestContext, inTime: ReturnType<typeof timeLimit>) => Promise<Result>,
): Promise<Result> {
  const operation: Operation = operations[id]
  const dependencies = c.get('dependencies')
  const inTime = timeLimit(requestMilliseconds)
  const { authenticated, admission } = await admitInTime(c, operation, inTime)
  if (admission !== undefined) setRateLimitHeaders(c, admission.levels)
  if (admission?.refusal !== undefined) throw admission.refusal
  const context = contextOf(authenticated, c, addressOf(c))
  try {
    authorize(operation, context)
    if (operation.method !== 'GET')
      context.reason = readChangeReason(c.req.header(changeReasonHeader))
    const result = await run(context, inTime)
    if (isOperator(context))
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

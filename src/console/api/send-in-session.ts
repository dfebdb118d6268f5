import { pause } from '@/console/browser/pause'
import {
  currentSession,
  declineCount,
  endExpiry,
  isExpired,
  renewSession,
  untilRenewed,
} from '@/console/session/current-session'
import type { Session } from '@/console/session/session'
import { causeOfRequest } from '@/console/session/user-action'
import type { Operation } from '@/contract/operation'
import { ApiError } from './api-error'
import { messageOf, retryAfterOf } from './read-response'
import { maxWaitSeconds } from './retries'
import { send, type CallOptions, type RequestInput } from './send'
import { forgetWorkspaceToken } from './workspace-token'

/** Returns the session of the user. @throws ApiError if there is none */
export function requireSession(): Session {
  const session = currentSession()
  if (session === undefined) throw new ApiError(401, 'Sign in first')
  return session
}

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
export async function sendInSession(
  operation: Operation,
  request: RequestInput,
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
      // An error may come from before the server checks the token.
      if (response.ok && session === currentSession()) endExpiry()
      const seconds = secondsToRepeat(operation, response, options, waitedSeconds)
      if (seconds === undefined) return response
      await pause(seconds * 1000, options.signal)
      options.signal?.throwIfAborted()
      if (session !== currentSession()) return response
      waitedSeconds += seconds
      continue
    }
    const reason = await messageOf(response.clone()).catch(() => undefined)
    const hasNewerToken = requireSession().token !== session.token
    if (hasNewerToken) continue
    const isExchanged = token !== session.token
    if (isExchanged) {
      if (options.workspaceId === undefined || token === undefined || exchangedFor === session)
        return response
      await forgetWorkspaceToken(session, options.workspaceId, token)
      exchangedFor = session
      continue
    }
    const mayAsk = cause === 'user' ? declineCount() === declinesBefore : !isExpired()
    if (mayAsk && !hasAsked) {
      hasAsked = true
      if (await renewSession(reason)) continue
    }
    if (!mayWait || !isExpired()) return response
  }
}

import { z } from 'zod'
import { sessionFacts, type Session } from '@/console/session/session'
import type { Operation } from '@/contract/operation'
import { ApiError, noResponseError } from './api-error'
import { readBody, requestIdOf, retryAfterOf } from './read-response'

const tokenSchema = z.object({ token: z.string() })

const freshForMilliseconds = 50 * 60_000
interface Exchange {
  token: Promise<string>
  madeAt: number
}

/** The latest exchange for each operator and workspace. */
const exchanges = new Map<string, Exchange>()

const noTokensText = 'This engine issues no tokens: sign in with a token of this workspace'

function refusalText(status: number): string {
  if (status === 429 || status >= 500)
    return 'The server can’t issue a token for this workspace now. Try again.'
  return 'This workspace issues no access token. It may be archived: restore it first.'
}

/**
 * Exchanges an operator's token for one of a workspace. A rejected operator's token is returned as
 * it is, so that the request itself is rejected.
 * @throws ApiError if the workspace issues no token, or no response comes
 */
async function exchange(session: Session, workspaceId: string): Promise<string> {
  const response = await fetch(
    `${session.baseUrl}/org-workspaces/${encodeURIComponent(workspaceId)}/access-token`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ isAdmin: true }),
    },
  ).catch(() => {
    throw noResponseError()
  })
  if (response.status === 401) return session.token
  // As a 404, it would read as if what the page shows did not exist.
  if (new ApiError(response.status, '').isUnsupported) throw new ApiError(403, noTokensText)
  if (!response.ok)
    throw new ApiError(response.status, refusalText(response.status), {
      requestId: requestIdOf(response),
      retryAfter: retryAfterOf(response),
    })
  return (await readBody(response, tokenSchema)).token
}

const cacheKey = (session: Session, workspaceId: string) => `${session.token} ${workspaceId}`

function workspaceToken(session: Session, workspaceId: string): Promise<string> {
  const key = cacheKey(session, workspaceId)
  const kept = exchanges.get(key)
  if (kept !== undefined && Date.now() - kept.madeAt < freshForMilliseconds) return kept.token
  const made = { token: exchange(session, workspaceId), madeAt: Date.now() }
  exchanges.set(key, made)
  void forgetIfRejected(key, made, session.token)
  return made.token
}

/** Drops an exchange that failed or led to a rejected token, unless a newer one replaced it. */
async function forgetIfRejected(key: string, made: Exchange, rejected: string): Promise<void> {
  const token = await made.token.catch(() => rejected)
  if (token === rejected && exchanges.get(key) === made) exchanges.delete(key)
}

/** Drops a rejected token: its workspace was archived since, or its secret was rotated. */
export async function forgetWorkspaceToken(
  session: Session,
  workspaceId: string,
  rejected: string,
): Promise<void> {
  const key = cacheKey(session, workspaceId)
  const kept = exchanges.get(key)
  if (kept !== undefined) await forgetIfRejected(key, kept, rejected)
}

interface Acting {
  workspaceId?: string | undefined
  /** Whether an operator sends a token of the workspace; as the contract says if absent. */
  asWorkspace?: boolean | undefined
}

/** The credentials of a request. */
interface Authorization {
  token: string
  /** Names the workspace, where the token doesn't. */
  workspace?: string | undefined
}

/**
 * Returns the token to call an operation with: an operator's is exchanged for the workspace's if
 * needed. A token of the identity provider is valid for all workspaces of its user.
 */
export async function authorizationFor(
  session: Session,
  operation: Operation,
  { workspaceId, asWorkspace = operation.workspaceToken !== undefined }: Acting,
): Promise<Authorization> {
  const { token, account } = session
  const isOperator = sessionFacts(session)?.role === 'operator'
  if (account !== undefined && !isOperator)
    return { token, workspace: workspaceId ?? session.workspaceId }
  if (!isOperator || !asWorkspace || workspaceId === undefined) return { token }
  return account === undefined
    ? { token: await workspaceToken(session, workspaceId) }
    : { token, workspace: workspaceId }
}

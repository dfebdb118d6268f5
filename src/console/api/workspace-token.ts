import { z } from 'zod'
import { sessionFacts, type Session } from '@/console/session/session'
import type { Operation } from '@/contract/operation'
import { ApiError, noResponseError } from './api-error'
import { readBody, requestIdOf, retryAfterOf } from './read-response'

const tokenSchema = z.object({ token: z.string() })

const freshForMilliseconds = 50 * 60_000
const tokens = new Map<string, { token: Promise<string>; madeAt: number }>()

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
  if (response.status === 401) {
    forgetWorkspaceToken(session, workspaceId)
    return session.token
  }
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
  const kept = tokens.get(key)
  if (kept !== undefined && Date.now() - kept.madeAt < freshForMilliseconds) return kept.token
  const token = exchange(session, workspaceId)
  tokens.set(key, { token, madeAt: Date.now() })
  token.catch(() => tokens.delete(key))
  return token
}

/** Drops a rejected token: its workspace was archived since, or its secret was rotated. */
export function forgetWorkspaceToken(session: Session, workspaceId: string): void {
  tokens.delete(cacheKey(session, workspaceId))
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

import { z } from 'zod'
import type { Operation } from '../../contract/operation'
import { factsOf, type Session } from '../session/session'
import { ApiError } from './api-error'

const freshForMilliseconds = 50 * 60_000
const tokens = new Map<string, { token: Promise<string>; madeAt: number }>()

/** @throws ApiError where the workspace gives none; where the operator’s own is refused, that one: what is asked with it is refused too. */
async function exchange(session: Session, workspaceId: string): Promise<string> {
  const response = await fetch(
    `${session.baseUrl}/org-workspaces/${encodeURIComponent(workspaceId)}/access-token`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ isAdmin: true }),
    },
  )
  if (response.status === 401) return session.token
  if (!response.ok)
    throw new ApiError(
      response.status,
      'This workspace gives an operator no token: it may be archived. Restore it first.',
      { requestId: response.headers.get('X-Request-Id') ?? undefined },
    )
  return z.object({ token: z.string() }).parse(await response.json()).token
}

const nameOf = (session: Session, workspaceId: string) => `${session.token} ${workspaceId}`

function workspaceToken(session: Session, workspaceId: string): Promise<string> {
  const key = nameOf(session, workspaceId)
  const kept = tokens.get(key)
  if (kept !== undefined && Date.now() - kept.madeAt < freshForMilliseconds) return kept.token
  const token = exchange(session, workspaceId)
  tokens.set(key, { token, madeAt: Date.now() })
  token.catch(() => tokens.delete(key))
  return token
}

/** A token that was refused is not used again: its workspace was archived meanwhile, or has another secret. */
export function forgetWorkspaceToken(session: Session, workspaceId: string): void {
  tokens.delete(nameOf(session, workspaceId))
}

interface Acting {
  workspaceId?: string | undefined
  asWorkspace?: boolean | undefined
}

/** What belongs to a workspace, other than its record, is asked for as that workspace: an operator’s own token belongs to none. */
function belongsToWorkspace({ resource, method }: Operation): boolean {
  return (
    resource === 'Connectors' ||
    resource === 'Connections' ||
    resource === 'Actions' ||
    resource === 'Alerts' ||
    resource === 'Webhooks' ||
    (resource === 'Apps' && method === 'GET')
  )
}

/** The token to call an operation with. An operator’s is exchanged for one of the workspace where that is needed. */
export async function tokenFor(
  session: Session,
  operation: Operation,
  { workspaceId, asWorkspace = belongsToWorkspace(operation) }: Acting,
): Promise<string> {
  const isOperator = factsOf(session.token)?.role === 'operator'
  return isOperator && asWorkspace && workspaceId !== undefined
    ? workspaceToken(session, workspaceId)
    : session.token
}

import { decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { providerSessionSchema } from '@/contract/single-sign-on'
import {
  holderOf,
  isSecretAlgorithm,
  serverKeyId,
  tokenClaimsSchema,
  workspaceKeyOf,
} from '@/contract/token-claims'

export type Role = 'operator' | 'admin' | 'reader' | 'tenant'

const accountSchema = providerSessionSchema.omit({ token: true })
type Account = z.infer<typeof accountSchema>

/** A session as the tab keeps it, and as tabs send it to each other. */
export const sessionSchema = z.object({
  /** Where the API is, without a slash at the end: `/api`, `https://engine.example`. */
  baseUrl: z.string(),
  token: z.string(),
  /** The workspace that the token belongs to, where that is known. Operators belong to none. */
  workspaceId: z.string().optional(),
  /** The name of that workspace at sign-in, where it is known. */
  workspaceName: z.string().optional(),
  /**
   * The user and their roles, where the identity provider signed them in: its tokens name no roles.
   */
  account: accountSchema.optional(),
})

/** Who is signed in where. The token is kept by the open tabs; a secret is never kept. */
export type Session = z.infer<typeof sessionSchema>

export interface TokenFacts {
  role: Role
  name: string
  workspaceKey?: string | undefined
  tenantKey?: string | undefined
  /** The server itself, the workspace secret, a private key, or the identity provider. */
  signedBy: 'server' | 'secret' | 'key' | 'provider'
  /** Absent when the token has no expiry. */
  expiresAt?: Date | undefined
}

/** Another engine may issue tokens that never expire. */
const claimsSchema = tokenClaimsSchema.partial({ exp: true })

/** Reads the claims of a token without verifying it. Undefined for anything but a JWT. */
export function factsOf(token: string): TokenFacts | undefined {
  try {
    const claims = claimsSchema.parse(decodeJwt(token))
    const { alg, kid } = decodeProtectedHeader(token)
    const holder = holderOf(claims)
    return {
      role: claims.operator === true ? 'operator' : holder.role,
      name: holder.name ?? 'Unnamed',
      tenantKey: holder.role === 'tenant' ? holder.tenantKey : undefined,
      signedBy: kid === serverKeyId ? 'server' : isSecretAlgorithm(alg) ? 'secret' : 'key',
      workspaceKey: workspaceKeyOf(claims),
      expiresAt: claims.exp === undefined ? undefined : new Date(claims.exp * 1000),
    }
  } catch {
    return undefined
  }
}

/** The role of a user of the identity provider; outside their workspaces, that of a reader. */
function accountRole({ role, workspaces }: Account, workspaceId: string | undefined): Role {
  if (role === 'operator') return role
  return workspaces.find(({ id }) => id === workspaceId)?.role ?? role ?? 'reader'
}

function readFacts({ account, token, workspaceId }: Session): TokenFacts | undefined {
  if (account === undefined) return factsOf(token)
  return {
    role: accountRole(account, workspaceId),
    name: account.name,
    signedBy: 'provider',
    expiresAt: new Date(account.expiresAt),
  }
}

/** Each part of a page asks for them. A session does not change, so its token is parsed once. */
const factsBySession = new WeakMap<Session, { facts: TokenFacts | undefined }>()

/** Returns who is signed in, in which role; undefined unless the session has a JWT. */
export function sessionFacts(session: Session | undefined): TokenFacts | undefined {
  if (session === undefined) return undefined
  const known = factsBySession.get(session) ?? { facts: readFacts(session) }
  factsBySession.set(session, known)
  return known.facts
}

/** Whether what a token names is the key of a workspace: an issuer can be an address instead. */
export function isWorkspaceKey(named: string | undefined): named is string {
  return named !== undefined && named !== '' && !URL.canParse(named)
}

/**
 * Returns the role of a session; undefined without one. Only its engine knows what a token allows
 * that is not a JWT or names no workspace by its key. It counts as an admin's, so that the console
 * keeps nobody from what they may do.
 */
export function roleOf(session: Session | undefined): Role | undefined {
  if (session === undefined) return undefined
  const { role = 'admin', workspaceKey } = sessionFacts(session) ?? {}
  const isOfOtherKind = session.account === undefined && !isWorkspaceKey(workspaceKey)
  return role === 'reader' && isOfOtherKind ? 'admin' : role
}

/** Whether a role may read the record of its workspace and change it. */
export function isAdminRole(role: Role | undefined): boolean {
  return role === 'admin' || role === 'operator'
}

/**
 * Returns the session that a renewed one becomes: in the workspace of the old one, if its user has
 * a role there.
 */
export function continuedSession(session: Session, renewed: Session): Session {
  const { workspaceId, workspaceName } = session
  const { account } = renewed
  const isMoved =
    account !== undefined &&
    (account.role !== undefined ||
      account.subject === session.account?.subject ||
      account.workspaces.some(({ id }) => id === workspaceId))
  return isMoved ? { ...renewed, workspaceId, workspaceName } : renewed
}

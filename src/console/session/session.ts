import { decodeJwt } from 'jose'
import { z } from 'zod'
import { keepInTab, readFromTab } from './tab-storage'

export type Role = 'operator' | 'admin' | 'reader' | 'tenant'

/** Who is signed in where. The token lives in this tab alone; no secret is ever kept. */
export interface Session {
  /** Where the API is, without a slash at the end: `/api`, `https://engine.example`. */
  baseUrl: string
  token: string
  /** The workspace that the token belongs to, where that is known. Operators belong to none. */
  workspaceId?: string | undefined
}

export interface TokenFacts {
  role: Role
  name: string
  workspaceKey?: string | undefined
  /** Absent when the token does not tell. */
  expiresAt?: Date | undefined
}

const claimsSchema = z.looseObject({
  operator: z.boolean().optional(),
  workspaceKey: z.string().optional(),
  iss: z.string().optional(),
  tenantKey: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  isAdmin: z.boolean().optional(),
  exp: z.number().optional(),
})

/** What a token says of itself. It is not verified here: the server does that. Undefined for what is not a JWT. */
export function factsOf(token: string): TokenFacts | undefined {
  try {
    const claims = claimsSchema.parse(decodeJwt(token))
    const isTenant = (claims.tenantKey ?? claims.id) !== undefined
    return {
      role:
        claims.operator === true
          ? 'operator'
          : isTenant
            ? 'tenant'
            : claims.isAdmin === true
              ? 'admin'
              : 'reader',
      name: claims.name ?? claims.tenantKey ?? 'Unnamed',
      workspaceKey: claims.workspaceKey ?? claims.iss,
      expiresAt: claims.exp === undefined ? undefined : new Date(claims.exp * 1000),
    }
  } catch {
    return undefined
  }
}

const storageKey = 'signalbox-session'
const sessionSchema = z.object({
  baseUrl: z.string(),
  token: z.string(),
  workspaceId: z.string().optional(),
})

let current: Session | undefined = readFromTab(storageKey, sessionSchema)
const listeners = new Set<() => void>()

export function currentSession(): Session | undefined {
  return current
}

export function setSession(session: Session | undefined): void {
  current = session
  keepInTab(storageKey, session)
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Waits for a new token to be given in place; true when one was. Only one question is asked, however many requests wait for it. */
let renewal: { done: Promise<boolean>; settle: (renewed: boolean) => void } | undefined

export function renewSession(): Promise<boolean> {
  if (renewal === undefined) {
    let settle: (renewed: boolean) => void = () => {}
    const done = new Promise<boolean>((resolve) => (settle = resolve))
    renewal = { done, settle }
    for (const listener of listeners) listener()
  }
  return renewal.done
}

export function isRenewing(): boolean {
  return renewal !== undefined
}

export function endRenewal(renewed: boolean): void {
  renewal?.settle(renewed)
  renewal = undefined
  for (const listener of listeners) listener()
}

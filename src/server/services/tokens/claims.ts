import { z } from 'zod'
import type { Credential } from '../../core/context'
import { findInvalidText } from '../../core/invalid-text'
import { notAuthenticated } from '../../core/service-error'
import { leewaySeconds, type Verification } from './verification'

const maxLifetimeSeconds = 24 * 3600

/** The claims that count; what else a token says is not looked at. */
const claimsSchema = z.object({
  operator: z.boolean().optional(),
  demo: z.boolean().optional(),
  workspaceKey: z.string().optional(),
  iss: z.string().optional(),
  tenantKey: z.string().min(1).max(200).optional(),
  id: z.string().min(1).max(200).optional(),
  name: z.string().max(200).optional(),
  sub: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  isAdmin: z.unknown().optional(),
  tokenGeneration: z.number().optional(),
  jti: z.string().optional(),
  exp: z.number(),
})
export type Claims = z.infer<typeof claimsSchema>

/** Reads the claims of a token that this server signed. @throws not_authenticated */
export function readServerClaims(payload: unknown): Claims {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success)
    throw notAuthenticated(
      `This token is refused for its claim '${claims.error.issues[0]?.path.join('.') ?? 'exp'}'`,
    )
  const [unstorable] = findInvalidText(claims.data, [])
  if (unstorable !== undefined)
    throw notAuthenticated(
      `This token is refused for its claim '${unstorable.path[0] ?? ''}': ${unstorable.message}`,
    )
  return claims.data
}

/**
 * Reads the claims of a token that someone else signed, which may be valid for a day at most.
 * @throws not_authenticated
 */
export function readClaims(payload: unknown, now: Date): Claims {
  const claims = readServerClaims(payload)
  if (claims.exp > now.getTime() / 1000 + maxLifetimeSeconds + leewaySeconds)
    throw notAuthenticated('This token lives too long: exp may be 24 hours away at most')
  return claims
}

/** Longer names in a token are cut where they are recorded. */
const maxRecordedLength = 255

/** Returns what the audit log records of a token. */
export function credentialOf(
  { iss, sub, jti }: Claims,
  { signedBy, keyId }: Pick<Verification, 'signedBy' | 'keyId'>,
): Credential {
  const recorded = { issuer: iss, subject: sub, keyId, tokenId: jti }
  const named = Object.entries(recorded).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.from(value).slice(0, maxRecordedLength).join('')]],
  )
  return { signedBy, ...Object.fromEntries(named) }
}

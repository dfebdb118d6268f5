import type { Credential } from '@/contract/history'
import {
  leewaySeconds,
  maxLifetimeSeconds,
  tokenClaimsSchema,
  type TokenClaims,
} from '@/contract/token-claims'
import { storableText } from '@/server/core/error-text'
import { findInvalidText } from '@/server/core/invalid-text'
import { notAuthenticated } from '@/server/core/service-error'
import type { Verification } from './verification'

/** Reads the claims of a token that this server signed. @throws not_authenticated */
export function readServerClaims(payload: unknown): TokenClaims {
  const claims = tokenClaimsSchema.safeParse(payload)
  if (!claims.success) {
    const [{ path, message } = { path: [], message: '' }] = claims.error.issues
    throw notAuthenticated(`This token is refused for its claim '${path.join('.')}': ${message}`)
  }
  const [unstorable] = findInvalidText(claims.data, [])
  if (unstorable !== undefined)
    throw notAuthenticated(
      `This token is refused for its claim '${unstorable.path[0] ?? ''}': ${unstorable.message}`,
    )
  return claims.data
}

/**
 * Reads the claims of a token that another party signed, which may be valid for at most a day.
 * @throws not_authenticated
 */
export function readClaims(payload: unknown, now: Date): TokenClaims {
  const claims = readServerClaims(payload)
  if (claims.exp > now.getTime() / 1000 + maxLifetimeSeconds + leewaySeconds)
    throw notAuthenticated(
      'This token is valid for too long: exp must be at most 24 hours from now',
    )
  return claims
}

/** Names in a token are truncated to this length when they are recorded. */
const maxRecordedLength = 255

/** Returns what the history records about a token. */
export function credentialOf(
  { iss, sub, jti }: TokenClaims,
  { signedBy, keyId }: Pick<Verification, 'signedBy' | 'keyId'>,
): Credential {
  const recorded = (text: string | undefined) =>
    text === undefined ? undefined : storableText(text, maxRecordedLength)
  return {
    signedBy,
    issuer: recorded(iss),
    subject: recorded(sub),
    keyId: recorded(keyId),
    tokenId: recorded(jti),
  }
}

import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { Credential } from '@/contract/history'
import { leewaySeconds } from '@/contract/token-claims'
import type { VerifyingKey } from '@/server/core/access/caller'
import type { Dependencies } from '@/server/core/context'
import { notAuthenticated, type ServiceError } from '@/server/core/service-error'

/** One error for unknown workspaces, wrong keys and secrets, so that they can't be told apart. */
export function unverifiable(): ServiceError {
  return notAuthenticated(
    'This token cannot be verified: check the key or secret that signs it, and its workspaceKey',
  )
}

/** Says what is wrong with a claim, after a colon; nothing if that would reveal what is right. */
function claimHint({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return ': it is missing'
  if (reason === 'invalid') return ': use a number of seconds since 1970'
  return claim === 'nbf' ? ': the token is not valid yet' : ''
}

/**
 * Returns the error that explains what is wrong with a token, without revealing what would be
 * right. Service errors pass through.
 */
export function authenticationError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired)
    return notAuthenticated('This token has expired: sign in again or create a new one')
  if (error instanceof errors.JWTClaimValidationFailed)
    return notAuthenticated(
      `This token is refused for its claim '${error.claim}'${claimHint(error)}`,
    )
  // jose throws a TypeError for text that does not have the form of a token.
  const isUnverifiable = error instanceof errors.JOSEError || error instanceof TypeError
  return isUnverifiable ? unverifiable() : error
}

/** Returns the rules that apply to every token: it expires, and clocks may differ a little. */
export function verifyOptions({ clock }: Dependencies, algorithms: string[]): JWTVerifyOptions {
  return {
    algorithms,
    currentDate: clock(),
    clockTolerance: leewaySeconds,
    requiredClaims: ['exp'],
  }
}

/** A verified token, and the key or secret that verified it. */
export interface Verification {
  payload: JWTPayload
  signedBy: Credential['signedBy']
  keyId?: string | undefined
  verifiedBy?: VerifyingKey | undefined
  /** When the secret expires, because another has replaced it; absent for others and for keys. */
  until?: Date | undefined
}

/**
 * Verifies a token with a key or secret. Returns undefined if something else signed it.
 * @throws the error of the library if the token is malformed, expired or lacks a claim
 */
export async function verifyByKey(
  dependencies: Dependencies,
  token: string,
  key: CryptoKey | Uint8Array,
  algorithm: string,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, key, verifyOptions(dependencies, [algorithm]))).payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    throw error
  }
}

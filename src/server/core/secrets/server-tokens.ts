import { SignJWT, errors, jwtVerify } from 'jose'
import { leewaySeconds, serverKeyId, type TokenClaims } from '@/contract/token-claims'
import { secondsAfter } from '../time/seconds-after'

/** How long a token that the server signs is valid, unless it is a service or personal token. */
export const lifetimeSeconds = 3600

/** Signs and verifies tokens of operators and of workspaces with the key of the server. */
export interface ServerTokens {
  /** Signs a token that is valid for an hour, or until a given time. */
  sign(claims: Omit<TokenClaims, 'exp'>, now: Date, expiresAt?: Date): Promise<string>
  /** @throws the errors of jose for a token of another signer, or one that is not valid now */
  verify(token: string, now: Date): Promise<Record<string, unknown>>
}

const importKey = (rawKey: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', rawKey, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/** @param previousRawKey verifies tokens that were signed before the key was replaced */
export async function serverTokens(
  rawKey: Uint8Array<ArrayBuffer>,
  previousRawKey?: Uint8Array<ArrayBuffer>,
): Promise<ServerTokens> {
  const key = await importKey(rawKey)
  const previous = previousRawKey === undefined ? undefined : await importKey(previousRawKey)
  return {
    sign: (claims, now, expiresAt = secondsAfter(now, lifetimeSeconds)) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: serverKeyId })
        .setIssuedAt(now)
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(key),
    async verify(token, now) {
      const verifyWith = (verificationKey: CryptoKey) =>
        jwtVerify(token, verificationKey, {
          algorithms: ['HS256'],
          currentDate: now,
          clockTolerance: leewaySeconds,
          requiredClaims: ['exp'],
        })
      const { payload } = await verifyWith(key).catch((error: unknown) => {
        if (previous === undefined || !(error instanceof errors.JWSSignatureVerificationFailed))
          throw error
        return verifyWith(previous)
      })
      return payload
    },
  }
}

import { serverKeyId } from '../../contract/public-keys'
import { SignJWT, jwtVerify } from 'jose'
import { z } from 'zod'

/** How long a token that the server signs is valid. */
export const lifetimeSeconds = 3600

const claimsSchema = z.looseObject({
  /** Id of the record of an issued token. */
  jti: z.string().exactOptional(),
  operator: z.literal(true).optional(),
  /** Given away by the demo: refused where it does not run. */
  demo: z.literal(true).optional(),
  workspaceKey: z.string().optional(),
  /** Of the workspace: the token is refused when it has another one. */
  tokenGeneration: z.number().optional(),
  isAdmin: z.boolean().optional(),
  tenantKey: z.string().optional(),
  name: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
})

type ServerTokenClaims = z.infer<typeof claimsSchema>

/** Signs and reads tokens with the server’s own key: those of operators, and those it makes for a workspace. */
export interface ServerTokens {
  /** A token good for an hour. */
  sign(claims: ServerTokenClaims, now: Date): Promise<string>
  /** @throws jose’s errors for a token that is not ours or out of time. */
  verify(token: string, now: Date): Promise<Record<string, unknown>>
}

export async function serverTokens(rawKey: Uint8Array<ArrayBuffer>): Promise<ServerTokens> {
  const key = await crypto.subtle.importKey(
    'raw',
    rawKey,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  return {
    sign: (claims, now) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: serverKeyId })
        .setIssuedAt(now)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetimeSeconds)
        .sign(key),
    async verify(token, now) {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        currentDate: now,
        clockTolerance: 60,
        requiredClaims: ['exp'],
      })
      return payload
    },
  }
}

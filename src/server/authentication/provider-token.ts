import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { z } from 'zod'
import type { Credential } from '@/contract/history'
import { publicKeyAlgorithms } from '@/contract/public-keys'
import type { TokenClaims } from '@/contract/token-claims'
import { grantedRoles, possibleRoles, type GrantedRoles } from '@/server/core/access/role-rules'
import type { Dependencies } from '@/server/core/context'
import { storableText } from '@/server/core/error-text'
import type { IdentityProvider } from '@/server/core/ports/identity-provider'
import { accessDenied, notAuthenticated, ServiceError } from '@/server/core/service-error'
import { credentialOf, readClaims } from './claims'
import { confirmOwner } from './personal-tokens'
import { loggableError } from './provider-error'
import { providerMetadata } from './provider-metadata'
import { verifyByRemoteKeys } from './remote-keys'
import { authenticationError, verifyOptions } from './verification'

/** Types of ID tokens and access tokens. The provider signs other kinds with the same keys. */
const tokenTypes = new Set([undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt'])

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  exp: z.number(),
  iat: z.number().optional().catch(undefined),
  jti: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
})

/** A user, as a token of the identity provider describes them. */
export interface ProviderUser {
  name: string
  /** The owner of their personal tokens. */
  owner: { issuer: string; subject: string }
  granted: GrantedRoles
  /** What the history records. */
  credential: Credential
  claims: TokenClaims
}

const maxNameLength = 200

/** Whether a token claims that the identity provider issued it. */
export function isFromProvider({ issuer }: IdentityProvider, token: string): boolean {
  return decodeJwt(token).iss === issuer
}

async function keySetAddress(
  dependencies: Dependencies,
  provider: IdentityProvider,
): Promise<string> {
  const { jwks_uri: address } = await providerMetadata(dependencies, provider).catch(
    (error: unknown) => {
      dependencies.log.error(
        { ...loggableError(error), issuer: provider.issuer },
        'the identity provider cannot be reached',
      )
      throw new ServiceError(
        'unavailable',
        `${provider.name} cannot be reached to verify this token: try again in a moment`,
      )
    },
  )
  if (address !== undefined) return address
  throw new ServiceError('unavailable', `${provider.name} publishes no keys to verify tokens with`)
}

async function verify(
  dependencies: Dependencies,
  provider: IdentityProvider,
  token: string,
): Promise<JWTPayload> {
  try {
    if (!tokenTypes.has(decodeProtectedHeader(token).typ))
      throw notAuthenticated('Send an ID token or an access token of the identity provider')
    const address = await keySetAddress(dependencies, provider)
    const { fetch, keySets } = provider
    return await verifyByRemoteKeys({ ...dependencies, fetch, keySets }, address, token, {
      ...verifyOptions(dependencies, [...publicKeyAlgorithms]),
      issuer: provider.issuer,
      audience: [...provider.audiences],
    })
  } catch (error) {
    throw authenticationError(error)
  }
}

/**
 * Verifies a token of the identity provider, and maps its claims to roles.
 * @param isFromSignIn whether the provider sent this server the token, as an ID token. It then has
 * all claims of the user, which others can lack, such as access tokens
 * @throws not_authenticated, access_denied for a user without a role, unavailable
 */
export async function verifyProviderToken(
  dependencies: Dependencies,
  provider: IdentityProvider,
  token: string,
  { isFromSignIn = false } = {},
): Promise<ProviderUser> {
  const read = claimsSchema.safeParse(await verify(dependencies, provider, token))
  if (!read.success) throw notAuthenticated("This token is refused for its claim 'sub'")
  const claims = read.data
  const { sub, jti, exp } = claims
  const fullName = claims.name ?? claims.preferred_username ?? claims.email ?? sub
  const name = storableText(fullName, maxNameLength)
  const issuer = provider.issuer
  const now = dependencies.clock()
  const recorded = readClaims(
    { iss: issuer, sub, name, exp, ...(jti === undefined ? {} : { jti }) },
    now,
  )
  const granted = grantedRoles(provider.roles, claims)
  const possible = isFromSignIn ? granted : possibleRoles(provider.roles, claims)
  const owner = { issuer, subject: sub }
  const { kid: keyId } = decodeProtectedHeader(token)
  const credential = credentialOf(recorded, { signedBy: 'provider', keyId })
  const { iat = Infinity } = claims
  // A provider may state any number, also of milliseconds.
  const confirmedAt = new Date(Math.max(0, Math.min(iat * 1000, now.getTime())))
  await confirmOwner(dependencies, { ...owner, name, credential, granted, possible }, confirmedAt)
  if (granted.everywhere === undefined && granted.workspaces.size === 0) {
    dependencies.log.info(
      { ...owner, claims: Object.keys(claims) },
      'a user without a role was refused: no rule of OIDC_ROLES applies',
    )
    throw accessDenied(
      `${provider.name} signed you in as ${name}, but you have no role here. ` +
        'Ask the people who run this server to give you one, then sign in again',
    )
  }
  return { name, owner, granted, credential, claims: recorded }
}

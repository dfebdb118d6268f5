import { decodeJwt, decodeProtectedHeader, type ProtectedHeaderParameters } from 'jose'
import { isPublicKeyAlgorithm } from '@/contract/public-keys'
import {
  isSecretAlgorithm,
  leewaySeconds,
  serverKeyId,
  signHint,
  workspaceKeyOf,
  type TokenClaims,
} from '@/contract/token-claims'
import type { Verified } from '@/server/core/access/auth-cache'
import type { Authenticated } from '@/server/core/access/caller'
import type { Dependencies } from '@/server/core/context'
import { notAuthenticated } from '@/server/core/service-error'
import { credentialOf, readClaims, readServerClaims } from './claims'
import { identifyCaller } from './identify-caller'
import { identifyUser } from './identify-user'
import { isFromProvider, verifyProviderToken } from './provider-token'
import { signingWorkspaces, type SigningWorkspace } from './signing-workspace'
import { authenticationError, unverifiable } from './verification'
import { verifyByPublicKey } from './verify-by-public-key'
import { verifyBySecret } from './verify-by-secret'

const maxTokenLength = 16_384

/**
 * Authenticates the caller by the `Authorization` header.
 * @param workspace the `Workspace` header, because tokens of the identity provider name none
 * @throws not_authenticated, with a message that reveals only the reason
 */
export async function authenticate(
  dependencies: Dependencies,
  authorization: string | undefined,
  workspace?: string,
): Promise<Authenticated> {
  const token = authorization ?? ''
  // An empty header names a workspace that does not exist.
  const key = workspace === undefined ? token : `${token}\n${workspace}`
  return dependencies.authCache.get(key, () => verifyHeader(dependencies, authorization, workspace))
}

async function verifyHeader(
  dependencies: Dependencies,
  authorization: string | undefined,
  workspace: string | undefined,
): Promise<Verified> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (token === undefined)
    throw notAuthenticated('Send an access token: Authorization: Bearer <token>')
  if (token.length > maxTokenLength) throw notAuthenticated('This token is too long')

  try {
    const header = decodeProtectedHeader(token)
    if (header.kid === serverKeyId) return await verifyServerToken(dependencies, token)
    return (
      (await verifyUserToken(dependencies, token, workspace)) ??
      (await verifyWorkspaceToken(dependencies, token, header))
    )
  } catch (error) {
    throw authenticationError(error)
  }
}

/** Verifies a token that this server signed: of an operator, of a workspace, or of the demo. */
async function verifyServerToken(dependencies: Dependencies, token: string): Promise<Verified> {
  const now = dependencies.clock()
  const claims = readServerClaims(await dependencies.serverTokens.verify(token, now))
  if (claims.demo === true && dependencies.demo === undefined)
    throw notAuthenticated('This is a demo token, and this server does not run the demo')
  const credential = credentialOf(claims, { signedBy: 'server' })
  const validMilliseconds = millisecondsUntilExpiry(claims, now)
  if (claims.operator === true) {
    const name = claims.name ?? 'operator'
    return { authenticated: { caller: { role: 'operator', name, credential } }, validMilliseconds }
  }
  const workspace = await namedWorkspace(dependencies, claims)
  const signer = { holdsSecret: false }
  const caller = await identifyCaller(dependencies, workspace, claims, credential, signer)
  return { ...caller, validMilliseconds }
}

/** Verifies a token of the identity provider. Returns undefined for any other. */
async function verifyUserToken(
  dependencies: Dependencies,
  token: string,
  workspace: string | undefined,
): Promise<Verified | undefined> {
  const { identityProvider } = dependencies
  if (identityProvider === undefined || !isFromProvider(identityProvider, token)) return undefined
  const now = dependencies.clock()
  const user = await verifyProviderToken(dependencies, identityProvider, token)
  return {
    ...(await identifyUser(dependencies, user, workspace)),
    validMilliseconds: millisecondsUntilExpiry(user.claims, now),
  }
}

/** Verifies a token that a workspace signed, with its secret or a private key. */
async function verifyWorkspaceToken(
  dependencies: Dependencies,
  token: string,
  { alg: algorithm = '', kid }: ProtectedHeaderParameters,
): Promise<Verified> {
  if (!isSecretAlgorithm(algorithm) && !isPublicKeyAlgorithm(algorithm))
    throw notAuthenticated(`Unknown algorithm: ${signHint}`)
  if (isSecretAlgorithm(algorithm) && kid !== undefined)
    throw notAuthenticated(
      'A workspace’s secret has no key id: leave kid out of the token’s header',
    )
  const now = dependencies.clock()
  const workspace = await namedWorkspace(dependencies, decodeJwt(token))
  const verification = isSecretAlgorithm(algorithm)
    ? await verifyBySecret(dependencies, workspace, token, algorithm)
    : await verifyByPublicKey(dependencies, workspace, token, algorithm, kid)
  const claims = readClaims(verification.payload, now)
  const credential = credentialOf(claims, verification)
  const { until, verifiedBy } = verification
  const signer = { holdsSecret: until === undefined, verifiedBy }
  return {
    ...(await identifyCaller(dependencies, workspace, claims, credential, signer)),
    validMilliseconds: millisecondsUntilExpiry(claims, now, until),
  }
}

/** @param until when the secret that verified the token expires, if it does */
function millisecondsUntilExpiry({ exp }: TokenClaims, now: Date, until?: Date): number {
  return Math.min((exp + leewaySeconds) * 1000, until?.getTime() ?? Infinity) - now.getTime()
}

/** Returns the workspace that a token names. @throws not_authenticated */
async function namedWorkspace(
  dependencies: Dependencies,
  claims: { workspaceKey?: unknown; iss?: unknown },
): Promise<SigningWorkspace> {
  const key = workspaceKeyOf(claims)
  const workspace =
    key !== undefined && !key.includes('\0')
      ? await signingWorkspaces(dependencies.database).where('key', '=', key).executeTakeFirst()
      : undefined
  if (workspace === undefined) throw unverifiable()
  return workspace
}

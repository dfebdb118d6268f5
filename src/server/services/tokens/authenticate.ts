import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import {
  publicKeyAlgorithms,
  serverKeyId,
  type PublicKeyAlgorithm,
} from '../../../contract/public-keys'
import type { Verified } from '../../core/auth-cache'
import type { Authenticated, Credential, Dependencies } from '../../core/context'
import { notAuthenticated, tokenRevoked } from '../../core/service-error'
import type { SecretBox } from '../../core/secret-box'
import { findInvalidText } from '../../core/invalid-text'
import { unexpired } from '../../core/previous-secrets'
import { useIssuedToken } from './issued'
import { archivedMessage, identifyUser } from './identify-user'
import { isFromProvider, verifyProviderToken } from './provider-token'
import { readPublicKey } from './public-key'
import { verifyByRemoteKeys } from './remote-keys'
import { signingWorkspaces, type SigningWorkspace } from './signing-workspace'
import { authenticationError, leewaySeconds, unverifiable, verifyOptions } from './verification'

const maxTokenLength = 16_384
const maxLifetimeSeconds = 24 * 3600
/** The hash of each. */
const secretAlgorithms = { HS256: 'SHA-256', HS512: 'SHA-512' } as const
type SecretAlgorithm = keyof typeof secretAlgorithms

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
type Claims = z.infer<typeof claimsSchema>

function isSecretAlgorithm(algorithm: string): algorithm is SecretAlgorithm {
  return Object.hasOwn(secretAlgorithms, algorithm)
}

function isPublicKeyAlgorithm(algorithm: string): algorithm is PublicKeyAlgorithm {
  return publicKeyAlgorithms.some((known) => known === algorithm)
}

const secretKeys = new WeakMap<SecretBox, LRUCache<string, CryptoKey>>()
/** Workspaces whose tokens can come at once without a secret being opened twice. */
const maxSecretKeys = 10_000

/** Returns the key of a sealed secret. Making it takes longer than verifying a token: cached. */
async function secretKey(
  { secretBox }: Dependencies,
  sealed: string,
  algorithm: SecretAlgorithm,
): Promise<CryptoKey> {
  const known = secretKeys.get(secretBox) ?? new LRUCache<string, CryptoKey>({ max: maxSecretKeys })
  secretKeys.set(secretBox, known)
  const name = `${algorithm} ${sealed}`
  const key =
    known.get(name) ??
    (await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(await secretBox.open(sealed)),
      { name: 'HMAC', hash: secretAlgorithms[algorithm] },
      false,
      ['verify'],
    ))
  known.set(name, key)
  return key
}

/** A token that was verified, and what verified it. */
interface Verification {
  payload: JWTPayload
  signedBy: Credential['signedBy']
  keyId?: string | undefined
  /** When what verified it expires; absent when it does not. */
  until?: Date | undefined
}

/**
 * Verifies a token with the secret of its workspace, or with one that was rotated out and is still
 * valid. That the workspace refuses such tokens is said only to who has the secret.
 */
async function verifyBySecret(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  token: string,
  algorithm: SecretAlgorithm,
): Promise<Verification> {
  const previous = unexpired(workspace.previous_secrets, dependencies.clock())
  for (const { encryptedSecret, until } of [
    { encryptedSecret: workspace.encrypted_secret, until: undefined },
    ...previous.toReversed(),
  ]) {
    const key = await secretKey(dependencies, encryptedSecret, algorithm)
    const payload = await ifSigned(verifyWith(dependencies, token, key, [algorithm]))
    if (payload === undefined) continue
    if (workspace.settings['disableSecretKeyAuth'] === true)
      throw notAuthenticated(
        'This workspace refuses tokens signed with its secret: sign with a private key whose ' +
          'public half is registered',
      )
    return { payload, signedBy: 'secret', until: until === undefined ? until : new Date(until) }
  }
  throw unverifiable()
}

/** Returns undefined for a token that something else signed. */
async function ifSigned(verifying: Promise<JWTPayload>): Promise<JWTPayload | undefined> {
  try {
    return await verifying
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    throw error
  }
}

async function verifyWith(
  dependencies: Dependencies,
  token: string,
  key: CryptoKey | Uint8Array,
  algorithms: string[],
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, key, verifyOptions(dependencies, algorithms))
  return payload
}

/**
 * Verifies a token by a registered key: the one that its `kid` names, or without a `kid` each that
 * fits the algorithm.
 */
async function verifyByPublicKey(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  token: string,
  algorithm: PublicKeyAlgorithm,
  kid: string | undefined,
): Promise<Verification> {
  for (const { name, publicKey } of workspace.public_keys) {
    const readable = await readPublicKey(publicKey).catch(() => undefined)
    const key = readable?.keys.get(algorithm)
    if (key === undefined || (kid !== undefined && kid !== name && kid !== readable?.kid)) continue
    const payload = await ifSigned(verifyWith(dependencies, token, key, [algorithm]))
    if (payload !== undefined) return { payload, signedBy: 'publicKey', keyId: name }
  }
  if (workspace.jwks_uri === null) throw unverifiable()

  const payload = await verifyByRemoteKeys(
    dependencies,
    workspace.jwks_uri,
    token,
    verifyOptions(dependencies, [algorithm]),
  )
  return { payload, signedBy: 'jwks', keyId: kid }
}

function readServerClaims(payload: unknown): Claims {
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

/** Reads the claims of a token that the server did not sign: it may be valid for a day at most. */
function readClaims(payload: unknown, now: Date): Claims {
  const claims = readServerClaims(payload)
  if (claims.exp > now.getTime() / 1000 + maxLifetimeSeconds + leewaySeconds)
    throw notAuthenticated('This token lives too long: exp may be 24 hours away at most')
  return claims
}

/** Longer names in a token are cut where they are recorded. */
const maxRecordedLength = 255

function credentialOf(
  { iss, sub, jti }: Claims,
  { signedBy, keyId }: Pick<Verification, 'signedBy' | 'keyId'>,
): Credential {
  const recorded = { issuer: iss, subject: sub, keyId, tokenId: jti }
  const named = Object.entries(recorded).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.from(value).slice(0, maxRecordedLength).join('')]],
  )
  return { signedBy, ...Object.fromEntries(named) }
}

/** The tenant that a token names; one not seen before is made. */
async function tenantFor(
  dependencies: Dependencies,
  workspaceId: string,
  key: string,
  claims: Claims,
): Promise<string> {
  const seen = await dependencies.database
    .selectFrom('tenants')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (seen !== undefined) return seen.id
  const made = await dependencies.database
    .insertInto('tenants')
    .values({
      id: uuid(),
      workspace_id: workspaceId,
      key,
      name: claims.name ?? null,
      fields: JSON.stringify(claims.fields ?? {}),
      created_at: dependencies.clock(),
    })
    // Another request may have made it meanwhile; the no-op update makes its row come back.
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

async function identify(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  claims: Claims,
  credential: Credential,
): Promise<Authenticated> {
  const isIssued = credential.signedBy === 'server'
  const ofWorkspace = {
    sources: { limits: workspace.limits, operatorLimits: workspace.operator_limits },
    workspaceToken: { generation: workspace.token_generation, isIssued },
  }
  if (workspace.archived_at !== null) throw notAuthenticated(archivedMessage)
  if (isIssued && claims.tokenGeneration !== workspace.token_generation) throw tokenRevoked()
  if (isIssued && claims.demo !== true) await useIssuedToken(dependencies, workspace.id, claims.jti)
  const name = claims.name ?? claims.sub ?? workspace.key
  const tenantKey = claims.tenantKey ?? claims.id
  if (tenantKey !== undefined) {
    return {
      caller: {
        role: 'tenant',
        name: claims.name ?? tenantKey,
        credential,
        workspaceId: workspace.id,
        tenantId: await tenantFor(dependencies, workspace.id, tenantKey, claims),
      },
      ...ofWorkspace,
    }
  }
  return {
    caller: {
      role: claims.isAdmin === true ? 'admin' : 'reader',
      name,
      credential,
      workspaceId: workspace.id,
    },
    ...ofWorkspace,
  }
}

/**
 * Authenticates the caller by the `Authorization` header.
 * @param workspace the `Workspace` header, for tokens of the identity provider: they name none
 * @throws not_authenticated, with a message that says why and no more.
 */
export async function authenticate(
  dependencies: Dependencies,
  authorization: string | undefined,
  workspace?: string,
): Promise<Authenticated> {
  const { authCache } = dependencies
  const verify = () => verifyHeader(dependencies, authorization, workspace)
  return authCache === undefined
    ? (await verify()).authenticated
    : authCache.get(JSON.stringify([authorization, workspace]), verify)
}

async function verifyHeader(
  dependencies: Dependencies,
  authorization: string | undefined,
  named: string | undefined,
): Promise<Verified<Authenticated>> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (token === undefined)
    throw notAuthenticated('Send an access token: Authorization: Bearer <token>')
  if (token.length > maxTokenLength) throw notAuthenticated('This token is too long')

  try {
    const now = dependencies.clock()
    const validMilliseconds = ({ exp }: Claims, until?: Date) =>
      Math.min((exp + leewaySeconds) * 1000, until?.getTime() ?? Infinity) - now.getTime()
    const ofWorkspace = async (
      workspace: SigningWorkspace,
      claims: Claims,
      credential: Credential,
      until?: Date,
    ) => ({
      authenticated: await identify(dependencies, workspace, claims, credential),
      workspace: { id: workspace.id, version: workspace.version },
      validMilliseconds: validMilliseconds(claims, until),
    })
    const header = decodeProtectedHeader(token)
    if (header.kid === serverKeyId) {
      const claims = readServerClaims(await dependencies.serverTokens.verify(token, now))
      if (claims.demo === true && dependencies.demo === undefined)
        throw notAuthenticated('This is a demo token, and this server does not run the demo')
      if (claims.operator === true)
        return {
          authenticated: {
            caller: {
              role: 'operator',
              name: claims.name ?? 'operator',
              credential: credentialOf(claims, { signedBy: 'server' }),
            },
          },
          validMilliseconds: validMilliseconds(claims),
        }
      const workspace = await knownWorkspace(dependencies, claims)
      return await ofWorkspace(workspace, claims, credentialOf(claims, { signedBy: 'server' }))
    }

    const { identityProvider } = dependencies
    if (identityProvider !== undefined && isFromProvider(dependencies, token)) {
      const user = await verifyProviderToken(dependencies, identityProvider, token)
      const claims = readClaims(user.claims, now)
      const credential = credentialOf(claims, { signedBy: 'provider', keyId: header.kid })
      return {
        ...(await identifyUser(dependencies, user, credential, named)),
        validMilliseconds: validMilliseconds(claims),
      }
    }

    const algorithm = header.alg ?? ''
    if (!isSecretAlgorithm(algorithm) && !isPublicKeyAlgorithm(algorithm))
      throw notAuthenticated('Sign tokens with HS256, HS512, RS256, PS256, ES256 or EdDSA')
    const workspace = await knownWorkspace(dependencies, decodeJwt(token))
    const verification = isSecretAlgorithm(algorithm)
      ? await verifyBySecret(dependencies, workspace, token, algorithm)
      : await verifyByPublicKey(dependencies, workspace, token, algorithm, header.kid)
    const claims = readClaims(verification.payload, now)
    const credential = credentialOf(claims, verification)
    return await ofWorkspace(workspace, claims, credential, verification.until)
  } catch (error) {
    throw authenticationError(error)
  }
}

async function knownWorkspace(
  dependencies: Dependencies,
  claims: { workspaceKey?: unknown; iss?: unknown },
): Promise<SigningWorkspace> {
  const key = claims.workspaceKey ?? claims.iss
  const workspace =
    typeof key === 'string' && !key.includes('\0')
      ? await signingWorkspaces(dependencies.database).where('key', '=', key).executeTakeFirst()
      : undefined
  if (workspace === undefined) throw unverifiable()
  return workspace
}

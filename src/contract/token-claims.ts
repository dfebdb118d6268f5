import { z } from 'zod'
import { eitherOf } from './either-of'
import { publicKeyAlgorithms } from './public-keys'

/**
 * The `kid` of tokens that the server signs with its own key: operator tokens, and the tokens that
 * it issues for workspaces.
 */
export const serverKeyId = 'signalbox-server'

/** Algorithms of tokens that are signed with the secret of a workspace. */
const secretAlgorithms = ['HS256', 'HS512'] as const
export type SecretAlgorithm = (typeof secretAlgorithms)[number]

/** Whether tokens of this algorithm are signed with a secret. */
export function isSecretAlgorithm(algorithm: string | undefined): algorithm is SecretAlgorithm {
  return secretAlgorithms.some((known) => known === algorithm)
}

/** What to do about a token of another algorithm. */
export const signHint = `sign with ${eitherOf([...secretAlgorithms, ...publicKeyAlgorithms])}`

/** How far the clocks of the server and of the signer of a token may differ. */
export const leewaySeconds = 60

/** The longest life of a token that the server did not sign. */
export const maxLifetimeSeconds = 24 * 3600

/** The claims that the server reads. It ignores all others. */
export const tokenClaimsSchema = z.object({
  operator: z.boolean().optional(),
  /** Issued by the demo: refused where the demo does not run. */
  demo: z.boolean().optional(),
  workspaceKey: z.string().optional(),
  iss: z.string().exactOptional(),
  tenantKey: z.string().min(1).max(200).optional(),
  id: z.string().min(1).max(200).optional(),
  name: z.string().max(200).optional(),
  sub: z.string().exactOptional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  isAdmin: z.unknown().optional(),
  /** The token is refused if its workspace has another generation. */
  tokenGeneration: z.number().optional(),
  /** Id of the record of an issued token. */
  jti: z.string().exactOptional(),
  exp: z.number(),
})
export type TokenClaims = z.infer<typeof tokenClaimsSchema>

/** The key of the workspace that a token is for. */
export function workspaceKeyOf({
  workspaceKey,
  iss,
}: {
  workspaceKey?: unknown
  iss?: unknown
}): string | undefined {
  const key = workspaceKey ?? iss
  return typeof key === 'string' ? key : undefined
}

/** The holder of a workspace token. A tenant without a name is named after its key. */
type Holder =
  | { role: 'admin' | 'reader'; name: string | undefined }
  | { role: 'tenant'; name: string; tenantKey: string }

/** Only the boolean `true` makes a holder an admin. A tenant is never one. */
export function holderOf({
  tenantKey,
  id,
  name,
  sub,
  isAdmin,
}: Pick<TokenClaims, 'tenantKey' | 'id' | 'name' | 'sub' | 'isAdmin'>): Holder {
  const tenant = tenantKey ?? id
  if (tenant !== undefined) return { role: 'tenant', name: name ?? tenant, tenantKey: tenant }
  return { role: isAdmin === true ? 'admin' : 'reader', name: name ?? sub }
}

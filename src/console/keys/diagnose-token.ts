import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { tokenIn } from '@/console/session/pasted-token'
import { isPublicKeyAlgorithm, type PublicKeyAlgorithm } from '@/contract/public-keys'
import {
  holderOf,
  isSecretAlgorithm,
  leewaySeconds,
  maxLifetimeSeconds,
  serverKeyId,
  signHint,
  tokenClaimsSchema,
  workspaceKeyOf,
} from '@/contract/token-claims'
import type { ReadKey } from './read-key'

/** What a token is checked against: the workspace as it is being edited. */
export interface TokenEnvironment {
  workspaceKey: string
  /** Absent where this session may not see it. */
  secret?: string | undefined
  refusesSecret: boolean
  keys: readonly { name: string; key: ReadKey; isDraft?: boolean }[]
  hasJwks: boolean
  now: Date
}

/** The result of one check of a token, and its reason. */
export interface Finding {
  subject: 'Format' | 'Algorithm' | 'Signature' | 'Workspace' | 'Expiry' | 'Permission'
  verdict: 'good' | 'bad' | 'unsure'
  message: string
}

export interface Diagnosis {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  findings: Finding[]
}

const headerSchema = z.looseObject({ alg: z.string().optional(), kid: z.string().optional() })
/** A missing expiry is reported as a finding, not as a wrong format. */
const claimsSchema = tokenClaimsSchema.partial({ exp: true }).extend({ nbf: z.number().optional() })
type Claims = z.infer<typeof claimsSchema>

const finding =
  (verdict: Finding['verdict']) =>
  (subject: Finding['subject'], message: string): Finding => ({ subject, verdict, message })
const good = finding('good')
const bad = finding('bad')
const unsure = finding('unsure')

/** Formats a duration in words: `2 h 5 min`. */
function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (minutes < 120) return `${minutes} min`
  return minutes < 2880
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.round(minutes / 1440)} days`
}

function expiryOf({ exp, nbf }: Claims, now: Date): Finding {
  const seconds = now.getTime() / 1000
  if (exp === undefined) return bad('Expiry', 'The exp claim is missing: a token has to expire')
  if (exp + leewaySeconds < seconds)
    return bad('Expiry', `Expired ${formatDuration(seconds - exp)} ago`)
  if (exp - seconds > maxLifetimeSeconds + leewaySeconds)
    return bad('Expiry', `Expires in ${formatDuration(exp - seconds)}: the maximum is 24 hours`)
  if (nbf !== undefined && nbf - leewaySeconds > seconds)
    return bad('Expiry', `Not valid yet: it becomes valid in ${formatDuration(nbf - seconds)}`)
  return good('Expiry', `Expires in ${formatDuration(Math.max(0, exp - seconds))}`)
}

function workspaceOf(claims: Claims, expected: string): Finding {
  const named = workspaceKeyOf(claims)
  if (named === undefined)
    return bad(
      'Workspace',
      'The token names no workspace: put the workspace key in the claim workspaceKey, or iss',
    )
  return named === expected
    ? good('Workspace', 'The token is for this workspace')
    : bad('Workspace', `The token is for the workspace '${named}', but this one is '${expected}'`)
}

function permissionOf(claims: Claims): Finding {
  const { isAdmin } = claims
  const holder = holderOf(claims)
  if (holder.role === 'tenant') {
    const note = isAdmin === true ? '; isAdmin only counts without a tenant' : ''
    return good('Permission', `Read access for the tenant '${holder.tenantKey}'${note}`)
  }
  if (holder.role === 'admin') return good('Permission', 'Admin of the workspace')
  const isFalse = isAdmin === undefined || isAdmin === false
  const note = isFalse ? '' : '; isAdmin has to be the boolean true'
  return good('Permission', `Read access to the workspace${note}`)
}

const verifies = (token: string, key: Parameters<typeof compactVerify>[1], algorithm: string) =>
  compactVerify(token, key, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  )

async function signatureBySecret(
  token: string,
  algorithm: string,
  { secret, refusesSecret }: TokenEnvironment,
): Promise<Finding> {
  if (refusesSecret)
    return bad(
      'Signature',
      'This workspace refuses tokens signed with its secret: ' +
        'sign with a private key that matches a registered public key',
    )
  if (secret === undefined)
    return unsure(
      'Signature',
      'Signed with a secret that this session may not see: only the server can verify it',
    )
  return (await verifies(token, new TextEncoder().encode(secret), algorithm))
    ? good('Signature', 'Verified with the workspace secret')
    : bad(
        'Signature',
        'Not signed with the workspace’s current secret, or modified. Was the secret rotated?',
      )
}

async function signatureByKey(
  token: string,
  algorithm: PublicKeyAlgorithm,
  kid: string | undefined,
  { keys, hasJwks }: TokenEnvironment,
): Promise<Finding> {
  const fitting = keys.flatMap(({ name, key, isDraft }) => {
    const ready = key.keys.get(algorithm)
    return ready === undefined ? [] : [{ name, kid: key.kid, ready, isDraft }]
  })
  const named =
    kid === undefined ? fitting : fitting.filter((key) => key.name === kid || key.kid === kid)
  for (const { name, ready, isDraft } of named)
    if (await verifies(token, ready, algorithm))
      return isDraft !== true
        ? good('Signature', `Verified with the registered key '${name}'`)
        : unsure('Signature', `Verified with the key '${name}', which is not saved yet`)
  // Those of that name or kid did not verify it, so only another one can.
  for (const { name, ready } of fitting) {
    if (await verifies(token, ready, algorithm))
      return bad(
        'Signature',
        `The key '${name}' would verify it, but the token’s kid is '${kid}': ` +
          'give the key that name, or leave kid out',
      )
  }
  const why =
    keys.length === 0
      ? 'No key is registered'
      : fitting.length === 0
        ? `No registered key fits ${algorithm}`
        : kid !== undefined && named.length === 0
          ? `No registered key has the name or kid '${kid}'`
          : 'No registered key verifies it: it was signed with another private key, or modified'
  return hasJwks
    ? unsure('Signature', `${why}. The server also tries the keys at the JWKS URI`)
    : bad('Signature', why)
}

async function signatureOf(
  token: string,
  algorithm: string | undefined,
  kid: string | undefined,
  environment: TokenEnvironment,
): Promise<Finding[]> {
  if (isSecretAlgorithm(algorithm))
    return [
      good('Algorithm', `${algorithm}: signed with the workspace secret`),
      kid === undefined
        ? await signatureBySecret(token, algorithm, environment)
        : bad('Signature', 'The workspace secret has no key id: leave kid out of the header'),
    ]
  if (isPublicKeyAlgorithm(algorithm))
    return [
      good('Algorithm', `${algorithm}: signed with a private key`),
      await signatureByKey(token, algorithm, kid, environment),
    ]
  return [bad('Algorithm', `${algorithm ?? 'No algorithm'}: ${signHint}`)]
}

/**
 * Checks a token as the server would and explains each result. The token does not leave the page.
 */
export async function diagnoseToken(
  text: string,
  environment: TokenEnvironment,
): Promise<Diagnosis> {
  const token = tokenIn(text)
  let decoded: Pick<Diagnosis, 'header' | 'claims'>
  try {
    decoded = { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } }
  } catch {
    return {
      findings: [
        bad('Format', 'Not a valid JWT: expected three base64url parts separated by dots'),
      ],
    }
  }
  const header = headerSchema.safeParse(decoded.header)
  const claims = claimsSchema.safeParse(decoded.claims)
  if (!header.success || !claims.success) {
    const issue = header.error?.issues[0] ?? claims.error?.issues[0]
    const message = `${issue?.path.join('.') ?? 'A claim'}: ${issue?.message ?? 'is wrong'}`
    return { ...decoded, findings: [bad('Format', message)] }
  }
  return { ...decoded, findings: await findingsOf(token, header.data, claims.data, environment) }
}

async function findingsOf(
  token: string,
  { alg, kid }: z.infer<typeof headerSchema>,
  claims: Claims,
  environment: TokenEnvironment,
): Promise<Finding[]> {
  const isOperator = claims.operator === true
  const signature =
    kid === serverKeyId || isOperator
      ? [unsure('Signature', 'Signed with the server’s own key: only the server can verify it')]
      : await signatureOf(token, alg, kid, environment)
  const expiry = expiryOf(claims, environment.now)
  if (isOperator)
    return [...signature, expiry, good('Permission', 'Operator: can access every workspace')]
  const workspace = workspaceOf(claims, environment.workspaceKey)
  return [...signature, workspace, expiry, permissionOf(claims)]
}

/** Sums a diagnosis up in one sentence: whether the server will accept the token. */
export function verdictOf({ findings }: Diagnosis): {
  verdict: Finding['verdict']
  message: string
} {
  const issues = findings.filter(({ verdict }) => verdict === 'bad')
  if (issues.length > 0)
    return {
      verdict: 'bad',
      message:
        issues.length === 1
          ? 'This token is rejected'
          : `This token is rejected for ${issues.length} reasons`,
    }
  return findings.some(({ verdict }) => verdict === 'unsure')
    ? { verdict: 'unsure', message: 'This token can’t be fully verified here' }
    : { verdict: 'good', message: 'This token is valid' }
}

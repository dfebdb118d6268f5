import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { publicKeyAlgorithms, serverKeyId } from '../../contract/public-keys'
import type { ReadKey } from './read-key'

const leewaySeconds = 60
const maxLifetimeSeconds = 24 * 3600
const secretAlgorithms = new Set(['HS256', 'HS512'])

/** What a token is checked against: the workspace as it is edited, saved or not. */
export interface TokenEnvironment {
  workspaceKey: string
  /** Absent where it is not told to this session. */
  secret?: string | undefined
  refusesSecret: boolean
  keys: readonly { name: string; key: ReadKey }[]
  hasJwks: boolean
  now: Date
}

/** Something that was looked at, how it stands, and why. */
export interface Finding {
  subject: 'Form' | 'Algorithm' | 'Signature' | 'Workspace' | 'Expiry' | 'Permission'
  verdict: 'good' | 'bad' | 'unsure'
  message: string
}

export interface Diagnosis {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  findings: Finding[]
}

const headerSchema = z.looseObject({ alg: z.string().optional(), kid: z.string().optional() })
const claimsSchema = z.looseObject({
  operator: z.boolean().optional(),
  workspaceKey: z.string().optional(),
  iss: z.string().optional(),
  tenantKey: z.string().optional(),
  id: z.string().optional(),
  isAdmin: z.unknown().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
})
type Claims = z.infer<typeof claimsSchema>

const good = (subject: Finding['subject'], message: string): Finding => ({
  subject,
  verdict: 'good',
  message,
})
const bad = (subject: Finding['subject'], message: string): Finding => ({
  subject,
  verdict: 'bad',
  message,
})
const unsure = (subject: Finding['subject'], message: string): Finding => ({
  subject,
  verdict: 'unsure',
  message,
})

/** A length of time as one says it: `2 h 5 min`. */
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
  if (exp === undefined) return bad('Expiry', 'It has no exp: a token has to say when it ends')
  if (exp + leewaySeconds < seconds)
    return bad('Expiry', `It ended ${formatDuration(seconds - exp)} ago`)
  if (exp - seconds > maxLifetimeSeconds + leewaySeconds)
    return bad(
      'Expiry',
      `It ends in ${formatDuration(exp - seconds)}: at most 24 hours are accepted`,
    )
  if (nbf !== undefined && nbf - leewaySeconds > seconds)
    return bad('Expiry', `It is not good before ${formatDuration(nbf - seconds)} from now`)
  return good('Expiry', `It is good for ${formatDuration(Math.max(0, exp - seconds))} yet`)
}

function workspaceOf({ workspaceKey, iss }: Claims, expected: string): Finding {
  const named = workspaceKey ?? iss
  if (named === undefined)
    return bad(
      'Workspace',
      'It names no workspace: put the workspace’s key into workspaceKey, or iss',
    )
  return named === expected
    ? good('Workspace', 'It names this workspace')
    : bad('Workspace', `It names the workspace '${named}', and this one is '${expected}'`)
}

function permissionOf({ tenantKey, id, isAdmin }: Claims): Finding {
  const tenant = tenantKey ?? id
  if (tenant !== undefined)
    return good(
      'Permission',
      `It is of the tenant '${tenant}' and may read${isAdmin === true ? '; isAdmin counts only without a tenant' : ''}`,
    )
  return isAdmin === true
    ? good('Permission', 'It is an admin of the workspace')
    : good(
        'Permission',
        `It is of the workspace and may read${isAdmin === undefined ? '' : '; isAdmin has to be true, not a text'}`,
      )
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
      'This workspace refuses tokens signed with its secret: sign with a private key whose public half is registered',
    )
  if (secret === undefined)
    return unsure(
      'Signature',
      'It is signed with a secret, which is not told to this session: only the server can tell whether it is the right one',
    )
  return (await verifies(token, new TextEncoder().encode(secret), algorithm))
    ? good('Signature', 'The workspace secret verifies it')
    : bad(
        'Signature',
        'It is signed with another secret than the workspace’s, or was changed: was the secret rotated?',
      )
}

async function signatureByKey(
  token: string,
  algorithm: (typeof publicKeyAlgorithms)[number],
  kid: string | undefined,
  { keys, hasJwks }: TokenEnvironment,
): Promise<Finding> {
  const fitting = keys.flatMap(({ name, key }) => {
    const ready = key.keys.get(algorithm)
    return ready === undefined ? [] : [{ name, kid: key.kid, ready }]
  })
  const named =
    kid === undefined ? fitting : fitting.filter((key) => key.name === kid || key.kid === kid)
  for (const { name, ready } of named)
    if (await verifies(token, ready, algorithm))
      return good('Signature', `The registered key '${name}' verifies it`)
  for (const { name, ready } of fitting) {
    if (!named.some((key) => key.name === name) && (await verifies(token, ready, algorithm)))
      return bad(
        'Signature',
        `The registered key '${name}' would verify it, but the token’s kid is '${kid}': name the key so, or leave kid out`,
      )
  }
  const why =
    keys.length === 0
      ? 'No key is registered'
      : fitting.length === 0
        ? `No registered key is of the kind that ${algorithm} needs`
        : kid !== undefined && named.length === 0
          ? `No registered key has the name or kid '${kid}'`
          : 'No registered key verifies it: it was signed with another private key, or changed'
  return hasJwks
    ? unsure('Signature', `${why}. The keys at the JWKS URI are tried too, by the server`)
    : bad('Signature', why)
}

async function signatureOf(
  token: string,
  algorithm: string | undefined,
  kid: string | undefined,
  surroundings: TokenEnvironment,
): Promise<Finding[]> {
  const isKeyed = publicKeyAlgorithms.find((known) => known === algorithm)
  if (algorithm !== undefined && secretAlgorithms.has(algorithm))
    return [
      good('Algorithm', `${algorithm}: signed with the workspace secret`),
      await signatureBySecret(token, algorithm, surroundings),
    ]
  if (isKeyed !== undefined)
    return [
      good('Algorithm', `${isKeyed}: signed with a private key`),
      await signatureByKey(token, isKeyed, kid, surroundings),
    ]
  return [
    bad(
      'Algorithm',
      `${algorithm ?? 'No algorithm'}: sign with HS256, HS512, RS256, PS256, ES256 or EdDSA`,
    ),
  ]
}

/** Says of a token, as the server would, whether it is good for a workspace and why not. Nothing leaves the page. */
export async function diagnoseToken(
  text: string,
  surroundings: TokenEnvironment,
): Promise<Diagnosis> {
  const token = text.trim().replace(/^Bearer\s+/i, '')
  let header: Record<string, unknown>
  let claims: Record<string, unknown>
  try {
    header = { ...decodeProtectedHeader(token) }
    claims = { ...decodeJwt(token) }
  } catch {
    return {
      findings: [bad('Form', 'This is no JWT: three parts in base64url, with dots between them')],
    }
  }
  const readHeader = headerSchema.safeParse(header)
  const readClaims = claimsSchema.safeParse(claims)
  if (!readHeader.success || !readClaims.success) {
    const issue = readHeader.error?.issues[0] ?? readClaims.error?.issues[0]
    return {
      header,
      claims,
      findings: [
        bad('Form', `${issue?.path.join('.') ?? 'A claim'}: ${issue?.message ?? 'is wrong'}`),
      ],
    }
  }
  const isOperator = readClaims.data.operator === true
  const signature =
    readHeader.data.kid === serverKeyId || isOperator
      ? [
          unsure(
            'Signature',
            'The server’s own key signs it, and only the server can tell whether it did',
          ),
        ]
      : await signatureOf(token, readHeader.data.alg, readHeader.data.kid, surroundings)
  if (isOperator)
    return {
      header,
      claims,
      findings: [
        ...signature,
        expiryOf(readClaims.data, surroundings.now),
        good('Permission', 'It is an operator’s: it reaches every workspace'),
      ],
    }
  return {
    header,
    claims,
    findings: [
      ...signature,
      workspaceOf(readClaims.data, surroundings.workspaceKey),
      expiryOf(readClaims.data, surroundings.now),
      permissionOf(readClaims.data),
    ],
  }
}

/** In one sentence: whether the token will be let in. */
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
          ? 'This token is refused'
          : `This token is refused, for ${issues.length} reasons`,
    }
  return findings.some(({ verdict }) => verdict === 'unsure')
    ? { verdict: 'unsure', message: 'As far as can be told here, this token is good' }
    : { verdict: 'good', message: 'This token is good' }
}

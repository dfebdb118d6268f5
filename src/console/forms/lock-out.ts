import type { Workspace } from '../../contract/workspaces'
import { diagnoseToken, type Diagnosis } from '../keys/diagnose-token'
import { readKeys, type ReadKey } from '../keys/read-key'
import { factsOf } from '../session/session'
import { signInPaths, valueAt, type Edit } from './edits'

/** The ways in which tokens of a workspace are verified. */
interface SignInState {
  refusesSecret: boolean
  publicKeys: Workspace['publicKeys']
  jwksUri: string | undefined
}

const signInStateOf = (workspace: Workspace): SignInState => ({
  refusesSecret: valueAt(workspace, 'settings.disableSecretKeyAuth') === true,
  publicKeys: workspace.publicKeys ?? [],
  jwksUri: workspace.jwksUri ?? undefined,
})

/** Applies the edits that affect the verification of tokens. */
function edited(workspace: Workspace, edits: readonly Edit[]): Workspace {
  const whole = edits.filter(({ path }) => path === 'publicKeys' || path === 'jwksUri')
  const refusal = edits.find(({ path }) => path === 'settings.disableSecretKeyAuth')
  return {
    ...workspace,
    ...Object.fromEntries(whole.map(({ path, after }) => [path, after])),
    settings: {
      ...workspace.settings,
      ...(refusal === undefined ? {} : { disableSecretKeyAuth: refusal.after === true }),
    },
  }
}

async function readable(
  keys: SignInState['publicKeys'],
): Promise<{ name: string; key: ReadKey }[]> {
  const read = await Promise.all(
    (keys ?? []).map(async ({ name, publicKey }) => {
      const [key] = await readKeys(publicKey).catch(() => [])
      return key === undefined ? [] : [{ name, key }]
    }),
  )
  return read.flat()
}

async function diagnose(token: string, workspace: Workspace): Promise<Diagnosis> {
  const { refusesSecret, publicKeys, jwksUri } = signInStateOf(workspace)
  return diagnoseToken(token, {
    workspaceKey: workspace.key,
    secret: workspace.secret,
    refusesSecret,
    keys: await readable(publicKeys),
    hasJwks: jwksUri !== undefined,
    now: new Date(),
  })
}

const signature = ({ findings }: Diagnosis) =>
  findings.find(({ subject }) => subject === 'Signature')

/** The effect of a save on signing in. */
export interface LockOutRisk {
  /** Descriptions of what stops working. */
  consequences: string[]
  /** Why the user must prove that they can still sign in; undefined if this session stays valid. */
  proofReason?: string | undefined
}

/** Determines the effect of edits of a workspace on signing in, and on the current session. */
export async function lockOutRisk(
  token: string,
  workspace: Workspace,
  edits: readonly Edit[],
): Promise<LockOutRisk> {
  if (!edits.some(({ path }) => signInPaths.includes(path))) return { consequences: [] }
  const after = edited(workspace, edits)
  const [was, will] = [signInStateOf(workspace), signInStateOf(after)]
  const kept = new Set(will.publicKeys?.map(({ publicKey }) => publicKey))
  const removed = was.publicKeys?.filter(({ publicKey }) => !kept.has(publicKey)) ?? []
  const consequences = [
    ...(will.refusesSecret && !was.refusesSecret
      ? [
          'Tokens signed with the workspace secret, and access tokens that the server issued ' +
            'for this workspace, stop working immediately.',
        ]
      : []),
    ...removed.map(({ name }) => `Tokens signed with the key '${name}' stop working immediately.`),
    ...(was.jwksUri !== undefined && was.jwksUri !== will.jwksUri
      ? [`Tokens signed with the keys at ${was.jwksUri} stop working immediately.`]
      : []),
  ]
  const facts = factsOf(token)
  if (facts?.signedBy === 'key' && facts.role !== 'operator') {
    const now = signature(await diagnose(token, workspace))
    const then = signature(await diagnose(token, after))
    const goesOn =
      then?.verdict === 'good' || (now?.verdict === 'unsure' && was.jwksUri === will.jwksUri)
    if (goesOn) return { consequences }
    const reason = 'You are signed in with a key that no longer signs in after this change'
    return will.refusesSecret
      ? { consequences, proofReason: `${reason}.` }
      : {
          consequences: [
            ...consequences,
            `${reason}: this session ends, and you can sign in again with the workspace secret.`,
          ],
        }
  }
  const isSafe =
    facts === undefined ||
    facts.role === 'operator' ||
    !will.refusesSecret ||
    consequences.length === 0
  if (isSafe) return { consequences }
  if (was.refusesSecret)
    return {
      consequences,
      proofReason:
        'You are signed in with an access token that the server issued, ' +
        'which does not prove that you can sign in with a key.',
    }
  return {
    consequences,
    proofReason:
      facts.signedBy === 'secret'
        ? 'You are signed in with the workspace secret: this session ends with the change.'
        : 'You are signed in with an access token that the server issued: ' +
          'this session ends with the change.',
  }
}

/**
 * Whether a token proves that the user can sign in after the change. Sometimes only the server can
 * tell.
 */
export type ProofState =
  | { state: 'good' }
  | { state: 'ask the server' }
  | { state: 'bad'; reasons: string[] }

/** Checks whether a token would sign in as an admin once the edits are saved. */
export async function examineProof(
  token: string,
  workspace: Workspace,
  edits: readonly Edit[],
): Promise<ProofState> {
  const after = edited(workspace, edits)
  const diagnosis = await diagnose(token, after)
  const facts = factsOf(token)
  const reasons = diagnosis.findings
    .filter(({ verdict }) => verdict === 'bad')
    .map(({ message }) => message)
  if (facts?.signedBy === 'server')
    reasons.push('The server issued this token: sign one with a private key of your own')
  else if (facts !== undefined && facts.role !== 'admin')
    reasons.push('This token is not an admin’s: set isAdmin to true, and name no tenant')
  if (reasons.length > 0) return { state: 'bad', reasons }
  if (signature(diagnosis)?.verdict === 'good') return { state: 'good' }

  const goes = signature(await diagnose(token, workspace))?.verdict === 'good'
  if (goes)
    return { state: 'bad', reasons: ['This change removes the key that verifies this token'] }
  return signInStateOf(workspace).jwksUri === signInStateOf(after).jwksUri
    ? { state: 'ask the server' }
    : {
        state: 'bad',
        reasons: [
          'No registered key verifies it, and the new JWKS URI is not in use yet: ' +
            'save the JWKS URI before refusing the workspace secret',
        ],
      }
}

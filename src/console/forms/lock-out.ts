import { serverTime } from '@/console/browser/server-time'
import { signInPaths, valueAt, type Edit } from '@/console/edits/edits'
import { diagnoseToken, type Diagnosis } from '@/console/keys/diagnose-token'
import { readKeys, type ReadKey } from '@/console/keys/read-key'
import { factsOf, type TokenFacts } from '@/console/session/session'
import type { Workspace } from '@/contract/workspaces'

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
function withEdits(workspace: Workspace, edits: readonly Edit[]): Workspace {
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

/** Reads the keys of a workspace. Those that can't be read verify nothing. */
async function readableKeys(
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
    keys: await readableKeys(publicKeys),
    hasJwks: jwksUri !== undefined,
    now: new Date(serverTime()),
  })
}

/** Returns the finding about the signature of a token. */
const signatureOf = ({ findings }: Diagnosis) =>
  findings.find(({ subject }) => subject === 'Signature')

/** The effect of a save on signing in. */
interface LockOutRisk {
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
  const edited = withEdits(workspace, edits)
  const [before, after] = [signInStateOf(workspace), signInStateOf(edited)]
  const consequences = consequencesOf(before, after)
  const facts = factsOf(token)
  if (facts === undefined || facts.role === 'operator') return { consequences }
  if (facts.signedBy !== 'key')
    return after.refusesSecret && consequences.length > 0
      ? { consequences, proofReason: proofReasonOf(facts, before) }
      : { consequences }

  const signatureNow = signatureOf(await diagnose(token, workspace))
  const signatureThen = signatureOf(await diagnose(token, edited))
  const staysValid =
    signatureThen?.verdict === 'good' ||
    (signatureNow?.verdict === 'unsure' && before.jwksUri === after.jwksUri)
  if (staysValid) return { consequences }
  const reason = 'You are signed in with a key that no longer signs in after this change'
  return after.refusesSecret
    ? { consequences, proofReason: `${reason}.` }
    : {
        consequences: [
          ...consequences,
          `${reason}: this session ends, and you can sign in again with the workspace secret.`,
        ],
      }
}

/** Describes which tokens stop working. */
function consequencesOf(before: SignInState, after: SignInState): string[] {
  const kept = new Set(after.publicKeys?.map(({ publicKey }) => publicKey))
  const removed = before.publicKeys?.filter(({ publicKey }) => !kept.has(publicKey)) ?? []
  return [
    ...(after.refusesSecret && !before.refusesSecret
      ? [
          'Tokens signed with the workspace secret, and access tokens that the server issued ' +
            'for this workspace, stop working immediately.',
        ]
      : []),
    ...removed.map(({ name }) => `Tokens signed with the key '${name}' stop working immediately.`),
    ...(before.jwksUri !== undefined && before.jwksUri !== after.jwksUri
      ? [`Tokens signed with the keys at ${before.jwksUri} stop working immediately.`]
      : []),
  ]
}

/** Says why a session without a key of the workspace doesn't prove that its user has one. */
function proofReasonOf({ signedBy }: TokenFacts, before: SignInState): string {
  if (before.refusesSecret)
    return (
      'You are signed in with an access token that the server issued, ' +
      'which does not prove that you can sign in with a key.'
    )
  return signedBy === 'secret'
    ? 'You are signed in with the workspace secret: this session ends with the change.'
    : 'You are signed in with an access token that the server issued: ' +
        'this session ends with the change.'
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
  const edited = withEdits(workspace, edits)
  const diagnosis = await diagnose(token, edited)
  const facts = factsOf(token)
  const reasons = diagnosis.findings
    .filter(({ verdict }) => verdict === 'bad')
    .map(({ message }) => message)
  if (facts?.signedBy === 'server')
    reasons.push('The server issued this token: sign one with a private key of your own')
  else if (facts !== undefined && facts.role !== 'admin')
    reasons.push('This token is not an admin’s: set isAdmin to true, and name no tenant')
  if (reasons.length > 0) return { state: 'bad', reasons }
  if (signatureOf(diagnosis)?.verdict === 'good') return { state: 'good' }

  const signatureNow = signatureOf(await diagnose(token, workspace))
  if (signatureNow?.verdict === 'good')
    return { state: 'bad', reasons: ['This change removes the key that verifies this token'] }
  return signInStateOf(workspace).jwksUri === signInStateOf(edited).jwksUri
    ? { state: 'ask the server' }
    : {
        state: 'bad',
        reasons: [
          'No registered key verifies it, and the new JWKS URI is not in use yet: ' +
            'save the JWKS URI before refusing the workspace secret',
        ],
      }
}

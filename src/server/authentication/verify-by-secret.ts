import type { JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { leewaySeconds, type SecretAlgorithm } from '@/contract/token-claims'
import type { Dependencies } from '@/server/core/context'
import { unexpired } from '@/server/core/secrets/previous-secrets'
import { notAuthenticated } from '@/server/core/service-error'
import type { WorkspaceRow } from '@/server/store/schema'
import type { SigningWorkspace } from './signing-workspace'
import { unverifiable, verifyByKey, type Verification } from './verification'

/**
 * The payloads of verified tokens, by sealed secret and token. After each write of a workspace, its
 * tokens are authenticated again, mainly to read its row. Opening the secret and verifying the
 * signature would have the same result again, and cost a tenth of the write.
 */
const payloads = new LRUCache<string, JWTPayload>({ max: 1000 })

/** Verifies a token with a sealed secret. Returns undefined for one that something else signed. */
async function verifyWith(
  sealed: string,
  dependencies: Dependencies,
  token: string,
  algorithm: SecretAlgorithm,
): Promise<JWTPayload | undefined> {
  const name = `${sealed} ${token}`
  const known = payloads.get(name)
  const now = dependencies.clock().getTime() / 1000
  if (known?.exp !== undefined && now < known.exp + leewaySeconds) return known

  const secret = new TextEncoder().encode(await dependencies.secretBox.open(sealed))
  const payload = await verifyByKey(dependencies, token, secret, algorithm)
  if (payload !== undefined) payloads.set(name, payload)
  return payload
}

/** Whether tokens that are signed with the secret of the workspace are refused. */
export function refusesSecret({ settings }: Pick<WorkspaceRow, 'settings'>): boolean {
  return settings['disableSecretKeyAuth'] === true
}

/**
 * Verifies a token with the secret of its workspace, or with one that was rotated out and is still
 * valid. Only a holder of the secret learns that the workspace refuses such tokens.
 * @throws not_authenticated
 */
export async function verifyBySecret(
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
    const payload = await verifyWith(encryptedSecret, dependencies, token, algorithm)
    if (payload === undefined) continue
    if (refusesSecret(workspace))
      throw notAuthenticated(
        'This workspace refuses tokens signed with its secret: ' +
          'sign with a private key and register its public key',
      )
    return { payload, signedBy: 'secret', until: until === undefined ? until : new Date(until) }
  }
  throw unverifiable()
}

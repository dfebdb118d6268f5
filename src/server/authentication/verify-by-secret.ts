import type { SecretAlgorithm } from '@/contract/token-claims'
import type { Dependencies } from '@/server/core/context'
import { unexpired } from '@/server/core/secrets/previous-secrets'
import { notAuthenticated } from '@/server/core/service-error'
import type { WorkspaceRow } from '@/server/store/schema'
import type { SigningWorkspace } from './signing-workspace'
import { unverifiable, verifyByKey, type Verification } from './verification'

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
    const secret = new TextEncoder().encode(await dependencies.secretBox.open(encryptedSecret))
    const payload = await verifyByKey(dependencies, token, secret, algorithm)
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

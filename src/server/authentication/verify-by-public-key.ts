import type { PublicKeyAlgorithm } from '@/contract/public-keys'
import type { Dependencies } from '@/server/core/context'
import { importForHeader } from './public-key'
import { recordPublicKeyUse } from './public-key-uses'
import { verifyByRemoteKeys } from './remote-keys'
import type { SigningWorkspace } from './signing-workspace'
import { unverifiable, verifyByKey, verifyOptions, type Verification } from './verification'

/**
 * Verifies a token with the registered keys of its workspace, then with the published ones. With a
 * `kid`, only the key of that name or kid may verify; without one, each that fits the algorithm is
 * tried.
 * @throws not_authenticated
 */
export async function verifyByPublicKey(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  token: string,
  algorithm: PublicKeyAlgorithm,
  kid: string | undefined,
): Promise<Verification> {
  for (const { name, publicKey } of workspace.public_keys) {
    const key = await importForHeader({ name, publicKey }, algorithm, kid)
    if (key === undefined) continue
    const payload = await verifyByKey(dependencies, token, key, algorithm)
    if (payload === undefined) continue
    await recordPublicKeyUse(dependencies, workspace.id, publicKey)
    return { payload, signedBy: 'publicKey', keyId: name, verifiedBy: { name, publicKey } }
  }
  const jwksUri = workspace.jwks_uri
  if (jwksUri === null) throw unverifiable()

  const payload = await verifyByRemoteKeys(
    dependencies,
    jwksUri,
    token,
    verifyOptions(dependencies, [algorithm]),
  )
  return { payload, signedBy: 'jwks', keyId: kid, verifiedBy: { jwksUri } }
}

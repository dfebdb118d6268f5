import { exportSPKI, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import type { TestWorkspace } from './fixtures'

/** Creates a key pair: the private key, and the entry that registers the public one. */
export async function newKey(name = 'main') {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { privateKey, entry: { name, publicKey: await exportSPKI(publicKey) } }
}

/** Signs an admin's token of a workspace, as its owner would. It is valid for an hour. */
export function signed(
  workspace: TestWorkspace,
  algorithm: string,
  key: CryptoKey | Uint8Array,
  claims = {},
): Promise<string> {
  return new SignJWT({ workspaceKey: workspace.key, isAdmin: true, name: 'Ada', ...claims })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime('1h')
    .sign(key)
}

/** Signs an admin's token with the secret of the workspace. */
export function bySecret(workspace: TestWorkspace): Promise<string> {
  return signed(workspace, 'HS256', new TextEncoder().encode(workspace.secret))
}

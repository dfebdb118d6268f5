import type { Dependencies } from '../context'
import { deriveKey } from './derive-key'
import { secretBox } from './secret-box'
import { serverTokens } from './server-tokens'
import { hmacSigner } from './signer'

/**
 * Derives the keys that encrypt and sign from the master key.
 * @param previous the master key before it was replaced: what it encrypted and signed is accepted
 */
export async function serverKeys(
  master: Uint8Array<ArrayBuffer>,
  previous?: Uint8Array<ArrayBuffer>,
): Promise<Pick<Dependencies, 'secretBox' | 'serverTokens' | 'cursorSigner'>> {
  const keysFor = async (purpose: string) =>
    [await deriveKey(master, purpose), previous && (await deriveKey(previous, purpose))] as const
  return {
    secretBox: await secretBox(...(await keysFor('secrets at rest'))),
    serverTokens: await serverTokens(...(await keysFor('server tokens'))),
    cursorSigner: hmacSigner(...(await keysFor('cursors'))),
  }
}

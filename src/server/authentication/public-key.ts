import { importJWK, importSPKI, importX509, type JWK } from 'jose'
import {
  assertReadableForm,
  importForEachAlgorithm,
  parseKeyJson,
  readJwk,
  UnusableKey,
  type ImportKey,
  type PublicKeyAlgorithm,
} from '@/contract/public-keys'
import type { PublicKey } from '@/contract/workspaces'

interface NamedKey {
  kid: string | undefined
  importKey: ImportKey
}

function parseKey(text: string): NamedKey {
  const trimmed = text.trim()
  assertReadableForm(trimmed)
  if (trimmed.startsWith('-----BEGIN CERTIFICATE-----'))
    return { kid: undefined, importKey: (algorithm) => importX509(trimmed, algorithm) }
  if (trimmed.startsWith('-----BEGIN PUBLIC KEY-----'))
    return { kid: undefined, importKey: (algorithm) => importSPKI(trimmed, algorithm) }
  const key: JWK = readJwk(parseKeyJson(trimmed))
  return { kid: key.kid, importKey: (algorithm) => importJWK(key, algorithm) }
}

/**
 * Imports a PEM public key, a certificate or a JWK for each algorithm that it may verify.
 * @throws UnusableKey
 */
export async function readPublicKey(
  text: string,
): Promise<ReadonlyMap<PublicKeyAlgorithm, CryptoKey>> {
  const { importKey } = parseKey(text)
  return (await importForEachAlgorithm(importKey)).keys
}

/**
 * Imports a registered key to verify a token with this header. Only keys that fit it are imported,
 * for one algorithm, because importing takes as long as verifying.
 * @returns undefined if the key is of another kind, or neither its name nor its kid is `kid`
 */
export async function importForHeader(
  { name, publicKey }: PublicKey,
  algorithm: PublicKeyAlgorithm,
  kid: string | undefined,
): Promise<CryptoKey | undefined> {
  try {
    const named = parseKey(publicKey)
    if (kid !== undefined && kid !== name && kid !== named.kid) return undefined
    return (await importForEachAlgorithm(named.importKey, [algorithm])).key
  } catch (error) {
    if (error instanceof UnusableKey) return undefined
    throw error
  }
}

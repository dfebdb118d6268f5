import { importJWK, importSPKI, importX509, type JWK } from 'jose'
import {
  assertNotPrivate,
  importForEachAlgorithm,
  parseKeyJson,
  readJwk,
  type ImportKey,
  type PublicKeyAlgorithm,
} from '@/contract/public-keys'

interface ReadableKey {
  kid: string | undefined
  importKey: ImportKey
}

function readKey(text: string): ReadableKey {
  const trimmed = text.trim()
  assertNotPrivate(trimmed)
  if (trimmed.startsWith('-----BEGIN CERTIFICATE-----'))
    return { kid: undefined, importKey: (algorithm) => importX509(trimmed, algorithm) }
  if (trimmed.startsWith('-----BEGIN PUBLIC KEY-----'))
    return { kid: undefined, importKey: (algorithm) => importSPKI(trimmed, algorithm) }
  const key: JWK = readJwk(parseKeyJson(trimmed))
  return { kid: key.kid, importKey: (algorithm) => importJWK(key, algorithm) }
}

/**
 * Reads a PEM public key, a certificate or a JWK.
 * @returns its `kid`, if any, and the key imported for each algorithm that it may verify
 * @throws UnusableKey
 */
export async function readPublicKey(
  text: string,
): Promise<{ kid: string | undefined; keys: ReadonlyMap<PublicKeyAlgorithm, CryptoKey> }> {
  const { kid, importKey } = readKey(text)
  const { keys } = await importForEachAlgorithm(importKey)
  return { kid, keys }
}

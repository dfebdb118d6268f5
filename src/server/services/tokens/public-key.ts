import { importJWK, importSPKI, importX509, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import {
  algorithmsOfKind,
  minimumRsaBits,
  publicKeyAlgorithms,
  type PublicKeyAlgorithm,
} from '../../../contract/public-keys'

const jwkShape = z.looseObject({ kty: z.string(), kid: z.string().exactOptional() })

/** Why a key cannot serve, in words for a person. */
export class UnusableKey extends Error {}

interface ReadableKey {
  kid: string | undefined
  importAs(algorithm: PublicKeyAlgorithm): Promise<CryptoKey | Uint8Array>
}

function readKey(text: string): ReadableKey {
  const trimmed = text.trim()
  if (trimmed.includes('PRIVATE KEY'))
    throw new UnusableKey('This is a private key: register the public half only')
  if (trimmed.startsWith('-----BEGIN CERTIFICATE-----'))
    return { kid: undefined, importAs: (algorithm) => importX509(trimmed, algorithm) }
  if (trimmed.startsWith('-----BEGIN PUBLIC KEY-----'))
    return { kid: undefined, importAs: (algorithm) => importSPKI(trimmed, algorithm) }
  if (!trimmed.startsWith('{'))
    throw new UnusableKey('Not a key: give a PEM public key, a certificate or a JWK')

  let json: unknown
  try {
    json = JSON.parse(trimmed)
  } catch {
    throw new UnusableKey('Not a JWK: the JSON is malformed')
  }
  const jwk = jwkShape.safeParse(json)
  if (!jwk.success) throw new UnusableKey('Not a JWK: it has no kty')
  if (jwk.data.kty === 'oct') throw new UnusableKey('This is a shared secret, not a public key')
  if ('d' in jwk.data) throw new UnusableKey('This is a private key: register the public half only')
  const key: JWK = jwk.data
  return { kid: jwk.data.kid, importAs: (algorithm) => importJWK(key, algorithm) }
}

/** @throws UnusableKey for an RSA key too short to be safe. */
function assertStrongKey(key: CryptoKey): void {
  const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : undefined
  if (bits !== undefined && bits < minimumRsaBits)
    throw new UnusableKey(`This RSA key has ${bits} bits: at least ${minimumRsaBits} are needed`)
}

/**
 * Reads a PEM public key, a certificate or a JWK.
 * @returns its `kid`, if any, and the key made ready for each algorithm it may verify.
 * @throws UnusableKey
 */
export async function readPublicKey(
  text: string,
): Promise<{ kid: string | undefined; keys: ReadonlyMap<PublicKeyAlgorithm, CryptoKey> }> {
  const readable = readKey(text)
  const keys = new Map<PublicKeyAlgorithm, CryptoKey>()
  for (const algorithm of publicKeyAlgorithms) {
    const key = await readable.importAs(algorithm).catch(() => undefined)
    if (key === undefined || key instanceof Uint8Array || key.type !== 'public') continue
    if (!algorithmsOfKind(key.algorithm.name).includes(algorithm)) continue
    assertStrongKey(key)
    keys.set(algorithm, key)
  }
  if (keys.size === 0)
    throw new UnusableKey('Not a key that can verify RS256, PS256, ES256 or EdDSA')
  return { kid: readable.kid, keys }
}

import { exportJWK, importJWK, importSPKI, importX509, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import {
  algorithmsOfKind,
  minimumRsaBits,
  publicKeyAlgorithms,
  type PublicKeyAlgorithm,
} from '../../contract/public-keys'

/** Why a text is no key that can be registered, in words for a person. */
export class KeyError extends Error {}

export interface ReadKey {
  /** The key alone, as it would be registered. */
  text: string
  form: 'PEM' | 'certificate' | 'JWK'
  algorithms: readonly PublicKeyAlgorithm[]
  /** Its size or curve: `RSA 2048 bits`, `P-256`, `Ed25519`. */
  strength: string
  /** SHA-256 of its SubjectPublicKeyInfo in hexadecimal, so that one key in two forms is known as one. */
  fingerprint: string
  kid: string | undefined
  /** Ready to verify, for each algorithm. */
  keys: ReadonlyMap<PublicKeyAlgorithm, CryptoKey>
}

type ImportAs = (algorithm: PublicKeyAlgorithm) => Promise<CryptoKey | Uint8Array>

const jwkShape = z.looseObject({ kty: z.string(), kid: z.string().exactOptional() })
const setShape = z.object({ keys: z.array(z.unknown()) })
const privateKey = 'This is a private key: register the public half only'

function checkPem(text: string, label: string): void {
  const lines = text.split(/\r?\n/)
  const end = lines.findIndex((line) => line.trim() === `-----END ${label}-----`)
  if (end === -1) throw new KeyError(`The line -----END ${label}----- is missing`)
  const broken = lines.findIndex(
    (line, index) => index > 0 && index < end && !/^[A-Za-z0-9+/]*={0,2}$/.test(line.trim()),
  )
  if (broken !== -1) throw new KeyError(`Line ${broken + 1} is not base64`)
  if (lines.slice(end + 1).some((line) => line.trim() !== ''))
    throw new KeyError(`Line ${end + 2} and on: register each key as an entry of its own`)
}

async function finish(
  text: string,
  form: ReadKey['form'],
  kid: string | undefined,
  importAs: ImportAs,
): Promise<ReadKey> {
  const keys = new Map<PublicKeyAlgorithm, CryptoKey>()
  for (const algorithm of publicKeyAlgorithms) {
    const key = await importAs(algorithm).catch(() => undefined)
    if (key === undefined || key instanceof Uint8Array || key.type !== 'public') continue
    if (algorithmsOfKind(key.algorithm.name).includes(algorithm)) keys.set(algorithm, key)
  }
  const [key] = keys.values()
  if (key === undefined)
    throw new KeyError('Not a key that can verify RS256, PS256, ES256 or EdDSA')
  const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : undefined
  if (bits !== undefined && bits < minimumRsaBits)
    throw new KeyError(`This RSA key has ${bits} bits: at least ${minimumRsaBits} are needed`)
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', key))
  const fingerprint = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const strength =
    bits === undefined ? ((await exportJWK(key)).crv ?? key.algorithm.name) : `RSA ${bits} bits`
  return { text, form, algorithms: [...keys.keys()], strength, fingerprint, kid, keys }
}

function readJwk(json: unknown, text: string): Promise<ReadKey> {
  const jwk = jwkShape.safeParse(json)
  if (!jwk.success) throw new KeyError('Not a JWK: it has no kty')
  if (jwk.data.kty === 'oct') throw new KeyError('This is a shared secret, not a public key')
  if ('d' in jwk.data) throw new KeyError(privateKey)
  const key: JWK = { ...jwk.data, ext: true }
  return finish(text, 'JWK', jwk.data.kid, (algorithm) => importJWK(key, algorithm))
}

/**
 * Reads what a person pastes: a PEM public key, a certificate, a JWK, or a set of JWKs, which gives several.
 * The server takes each of them alone. @throws KeyError
 */
export async function readKeys(text: string): Promise<ReadKey[]> {
  const trimmed = text.trim()
  if (trimmed === '') throw new KeyError('Paste a key')
  if (trimmed.includes('PRIVATE KEY')) throw new KeyError(privateKey)
  if (trimmed.startsWith('-----BEGIN CERTIFICATE-----')) {
    checkPem(trimmed, 'CERTIFICATE')
    return [
      await finish(trimmed, 'certificate', undefined, (algorithm) =>
        importX509(trimmed, algorithm, { extractable: true }),
      ),
    ]
  }
  if (trimmed.startsWith('-----BEGIN PUBLIC KEY-----')) {
    checkPem(trimmed, 'PUBLIC KEY')
    return [
      await finish(trimmed, 'PEM', undefined, (algorithm) =>
        importSPKI(trimmed, algorithm, { extractable: true }),
      ),
    ]
  }
  if (!trimmed.startsWith('{'))
    throw new KeyError('Not a key: give a PEM public key, a certificate or a JWK')
  let json: unknown
  try {
    json = JSON.parse(trimmed)
  } catch {
    throw new KeyError('Not a JWK: the JSON is malformed')
  }
  const set = setShape.safeParse(json)
  if (!set.success) return [await readJwk(json, trimmed)]
  if (set.data.keys.length === 0) throw new KeyError('This set holds no key')
  const read: ReadKey[] = []
  for (const [index, member] of set.data.keys.entries()) {
    try {
      read.push(await readJwk(member, JSON.stringify(member)))
    } catch (error) {
      throw error instanceof KeyError
        ? new KeyError(`Key ${index + 1} of the set: ${error.message}`)
        : error
    }
  }
  return read
}

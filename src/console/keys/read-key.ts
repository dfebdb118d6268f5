import { exportJWK, importJWK, importSPKI, importX509, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import {
  algorithmsOfKind,
  minimumRsaBits,
  publicKeyAlgorithms,
  type PublicKeyAlgorithm,
} from '../../contract/public-keys'
import { isWholeSequence, pemBytes, readCertificate, type CertificateFacts } from './certificate'

/** Why a text is not a key that can be registered. */
export class KeyError extends Error {}

export interface ReadKey {
  /** The key alone, as it would be registered. */
  text: string
  form: 'PEM' | 'certificate' | 'JWK'
  algorithms: readonly PublicKeyAlgorithm[]
  /** Its size or curve: `RSA 2048 bits`, `P-256`, `Ed25519`. */
  strength: string
  /** SHA-256 of its SubjectPublicKeyInfo in hexadecimal: the same for a key in any form. */
  fingerprint: string
  kid: string | undefined
  /** Of a certificate alone. */
  certificate?: CertificateFacts | undefined
  /** Ready to verify, for each algorithm. */
  keys: ReadonlyMap<PublicKeyAlgorithm, CryptoKey>
}

type ImportAs = (algorithm: PublicKeyAlgorithm) => Promise<CryptoKey | Uint8Array>

const jwkShape = z.looseObject({ kty: z.string(), kid: z.string().exactOptional() })
const setShape = z.object({ keys: z.array(z.unknown()) })
const privateKey = 'This is a private key: register the public half only'

/** @throws KeyError where a PEM block is damaged */
function checkPem(pem: string, firstLine: number): void {
  const lines = pem.split(/\r?\n/)
  const broken = lines.findIndex(
    (line, index) =>
      index > 0 && index < lines.length - 1 && !/^[A-Za-z0-9+/]*={0,2}$/.test(line.trim()),
  )
  if (broken !== -1) throw new KeyError(`Line ${firstLine + broken} is not base64`)
  let bytes: Uint8Array
  try {
    bytes = pemBytes(pem)
  } catch {
    throw new KeyError('The base64 of this PEM is incomplete: copy the whole text')
  }
  if (!isWholeSequence(bytes))
    throw new KeyError('This PEM is damaged or cut off: copy the whole text')
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g

function readPemBlock(pem: string, label: string, firstLine: number): Promise<ReadKey> {
  if (label === 'RSA PUBLIC KEY')
    throw new KeyError(
      'This is a PKCS#1 key: convert it with openssl rsa -RSAPublicKey_in -in key.pem -pubout',
    )
  if (label !== 'CERTIFICATE' && label !== 'PUBLIC KEY')
    throw new KeyError(`A ${label} can’t be registered: paste a public key or a certificate`)
  checkPem(pem, firstLine)
  if (label === 'PUBLIC KEY')
    return importKey(pem, 'PEM', undefined, (algorithm) =>
      importSPKI(pem, algorithm, { extractable: true }),
    )
  return importKey(
    pem,
    'certificate',
    undefined,
    (algorithm) => importX509(pem, algorithm, { extractable: true }),
    readCertificate(pem),
  )
}

/** Reads the PEM blocks of a text, one after another. @throws KeyError */
async function readPems(text: string): Promise<ReadKey[]> {
  const blocks = [...text.matchAll(pemBlock)]
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  const rest = text.replaceAll(pemBlock, '').trim()
  const [, unclosed] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(rest) ?? []
  if (unclosed !== undefined) throw new KeyError(`The line -----END ${unclosed}----- is missing`)
  const read: ReadKey[] = []
  for (const { 0: pem, 1: label = '', index } of blocks) {
    try {
      read.push(await readPemBlock(pem, label, lineAt(index)))
    } catch (error) {
      throw error instanceof KeyError && blocks.length > 1
        ? new KeyError(`Key ${read.length + 1}: ${error.message}`)
        : error
    }
  }
  return read
}

/** Imports a key for every algorithm that it fits. @throws KeyError if there is none */
async function importKey(
  text: string,
  form: ReadKey['form'],
  kid: string | undefined,
  importAs: ImportAs,
  certificate?: CertificateFacts,
): Promise<ReadKey> {
  const keys = new Map<PublicKeyAlgorithm, CryptoKey>()
  for (const algorithm of publicKeyAlgorithms) {
    const key = await importAs(algorithm).catch(() => undefined)
    if (key === undefined || key instanceof Uint8Array || key.type !== 'public') continue
    if (algorithmsOfKind(key.algorithm.name).includes(algorithm)) keys.set(algorithm, key)
  }
  const [key] = keys.values()
  if (key === undefined)
    throw new KeyError('This kind of key can’t verify RS256, PS256, ES256 or EdDSA')
  const bits = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : undefined
  if (bits !== undefined && bits < minimumRsaBits)
    throw new KeyError(`This RSA key has ${bits} bits: at least ${minimumRsaBits} are needed`)
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', key))
  const fingerprint = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const strength =
    bits === undefined ? ((await exportJWK(key)).crv ?? key.algorithm.name) : `RSA ${bits} bits`
  return { text, form, algorithms: [...keys.keys()], strength, fingerprint, kid, keys, certificate }
}

function readJwk(json: unknown, text: string): Promise<ReadKey> {
  const jwk = jwkShape.safeParse(json)
  if (!jwk.success) throw new KeyError('Not a JWK: it has no kty')
  if (jwk.data.kty === 'oct') throw new KeyError('This is a shared secret, not a public key')
  if ('d' in jwk.data) throw new KeyError(privateKey)
  const key: JWK = { ...jwk.data, ext: true }
  return importKey(text, 'JWK', jwk.data.kid, (algorithm) => importJWK(key, algorithm))
}

/**
 * Reads the keys of a pasted text: PEM public keys and certificates, a JWK, or a set of JWKs. Each
 * is registered by itself.
 * @throws KeyError
 */
export async function readKeys(text: string): Promise<ReadKey[]> {
  const trimmed = text.trim()
  if (trimmed === '') throw new KeyError('Paste a key')
  if (trimmed.includes('PRIVATE KEY')) throw new KeyError(privateKey)
  if (trimmed.includes('-----BEGIN ')) return readPems(trimmed)
  if (/^(ssh-|ecdsa-sha2-|sk-|---- BEGIN SSH2)/.test(trimmed))
    throw new KeyError(
      'This is an SSH key: convert it with ssh-keygen -e -m PKCS8 -f key.pub, and paste the result',
    )
  if (!trimmed.startsWith('{'))
    throw new KeyError('Not a key: paste a PEM public key, a certificate or a JWK')
  let json: unknown
  try {
    json = JSON.parse(trimmed)
  } catch {
    throw new KeyError('Not a JWK: the JSON is malformed')
  }
  const set = setShape.safeParse(json)
  if (!set.success) return [await readJwk(json, trimmed)]
  if (set.data.keys.length === 0) throw new KeyError('This set has no keys')
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

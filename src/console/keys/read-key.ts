import { exportJWK, importJWK, importSPKI, importX509, type JWK } from 'jose'
import { z } from 'zod'
import { hasWebCrypto } from '@/console/browser/web-crypto'
import {
  assertReadableForm,
  importForEachAlgorithm,
  parseKeyJson,
  readJwk,
  rsaBitsOf,
  UnusableKey,
  type ImportKey,
  type PublicKeyAlgorithm,
} from '@/contract/public-keys'
import { lineAndColumn } from '@/contract/text-place'
import { isWholeSequence, pemBytes, readCertificate, type CertificateFacts } from './certificate'

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

const setShape = z.object({ keys: z.array(z.unknown()) })

/** @throws UnusableKey where a PEM block is damaged */
function checkPem(pem: string, firstLine: number): void {
  const lines = pem.split(/\r?\n/)
  const broken = lines.findIndex(
    (line, index) =>
      index > 0 && index < lines.length - 1 && !/^[A-Za-z0-9+/]*={0,2}$/.test(line.trim()),
  )
  if (broken !== -1) throw new UnusableKey(`Line ${firstLine + broken} is not base64`)
  let bytes: Uint8Array
  try {
    bytes = pemBytes(pem)
  } catch {
    throw new UnusableKey('The base64 of this PEM is incomplete: copy the whole text')
  }
  if (!isWholeSequence(bytes))
    throw new UnusableKey('This PEM is damaged or cut off: copy the whole text')
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g

function readPemBlock(pem: string, label: string, firstLine: number): Promise<ReadKey> {
  if (label !== 'CERTIFICATE' && label !== 'PUBLIC KEY')
    throw new UnusableKey(`A ${label} can’t be registered: paste a public key or a certificate`)
  checkPem(pem, firstLine)
  if (label === 'PUBLIC KEY')
    return describeKey({ text: pem, form: 'PEM', kid: undefined }, (algorithm) =>
      importSPKI(pem, algorithm, { extractable: true }),
    )
  const certificate = readCertificate(pem)
  return describeKey({ text: pem, form: 'certificate', kid: undefined, certificate }, (algorithm) =>
    importX509(pem, algorithm, { extractable: true }),
  )
}

/** Reads the PEM blocks of a text, one after another. @throws UnusableKey */
async function readPems(text: string): Promise<ReadKey[]> {
  const blocks = [...text.matchAll(pemBlock)]
  const readBlock = ({ 0: pem, 1: label = '', index }: RegExpExecArray) =>
    readPemBlock(pem, label, lineAndColumn(text, index).line)
  const rest = text.replaceAll(pemBlock, '')
  const [, unclosed] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(rest) ?? []
  if (unclosed !== undefined) throw new UnusableKey(`The line -----END ${unclosed}----- is missing`)
  const [only, ...others] = blocks
  return only !== undefined && others.length === 0
    ? [await readBlock(only)]
    : readEach(blocks, readBlock, (number) => `Key ${number}`)
}

/** Reads keys one after another. @throws UnusableKey that names the key that can't be read */
async function readEach<Source>(
  sources: readonly Source[],
  read: (source: Source) => Promise<ReadKey>,
  nameOf: (number: number) => string,
): Promise<ReadKey[]> {
  const keys: ReadKey[] = []
  for (const source of sources) {
    try {
      keys.push(await read(source))
    } catch (error) {
      throw error instanceof UnusableKey
        ? new UnusableKey(`${nameOf(keys.length + 1)}: ${error.message}`)
        : error
    }
  }
  return keys
}

/** Makes a key ready, and finds out what identifies it. @throws UnusableKey */
async function describeKey(
  { text, form, kid, certificate }: Pick<ReadKey, 'text' | 'form' | 'kid' | 'certificate'>,
  importKey: ImportKey,
): Promise<ReadKey> {
  const { key, keys } = await importForEachAlgorithm(importKey)
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', key))
  const fingerprint = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const bits = rsaBitsOf(key)
  const strength =
    bits === undefined ? ((await exportJWK(key)).crv ?? key.algorithm.name) : `RSA ${bits} bits`
  return { text, form, algorithms: [...keys.keys()], strength, fingerprint, kid, keys, certificate }
}

function readPublicJwk(json: unknown, text: string): Promise<ReadKey> {
  const jwk = readJwk(json)
  const key: JWK = { ...jwk, ext: true }
  return describeKey({ text, form: 'JWK', kid: jwk.kid }, (algorithm) => importJWK(key, algorithm))
}

/**
 * Reads the keys of a pasted text: PEM public keys and certificates, a JWK, or a set of JWKs. Each
 * is registered by itself.
 * @throws UnusableKey
 */
export async function readKeys(text: string): Promise<ReadKey[]> {
  const trimmed = text.trim()
  if (trimmed === '') throw new UnusableKey('Paste a key')
  if (!hasWebCrypto()) throw new UnusableKey('Reading keys needs https')
  assertReadableForm(trimmed)
  if (trimmed.includes('-----BEGIN ')) return readPems(trimmed)
  const json = parseKeyJson(trimmed)
  const set = setShape.safeParse(json)
  if (!set.success) return [await readPublicJwk(json, trimmed)]
  if (set.data.keys.length === 0) throw new UnusableKey('This set has no keys')
  return readEach(
    set.data.keys,
    (member) => readPublicJwk(member, JSON.stringify(member)),
    (number) => `Key ${number} of the set`,
  )
}

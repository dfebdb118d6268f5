import { z } from 'zod'
import { eitherOf } from './either-of'

/** Signature algorithms of public keys, each pinned to its kind of key. */
export const publicKeyAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type PublicKeyAlgorithm = (typeof publicKeyAlgorithms)[number]

/** Whether tokens of this algorithm are verified with a public key. */
export function isPublicKeyAlgorithm(
  algorithm: string | undefined,
): algorithm is PublicKeyAlgorithm {
  return publicKeyAlgorithms.some((known) => known === algorithm)
}

/** Explains to a person why a text is not a public key that can verify tokens. */
export class UnusableKey extends Error {}

const privateKeyMessage = 'This is a private key: register only its public key'

/** Forms of keys that are not read, and what to do instead. */
const otherForms = [
  { form: /PRIVATE KEY/, advice: privateKeyMessage },
  {
    form: /-----BEGIN RSA PUBLIC KEY-----/,
    advice:
      'This is a PKCS#1 key: convert it with openssl rsa -RSAPublicKey_in -in key.pem -pubout',
  },
  {
    form: /^(ssh-|ecdsa-sha2-|sk-|---- BEGIN SSH2)/,
    advice:
      'This is an SSH key: convert it with ssh-keygen -e -m PKCS8 -f key.pub, and paste the result',
  },
  { form: /-----BEGIN [A-Z ]+-----\\n/, advice: 'Replace each \\n of this PEM with a line break' },
] as const

/** @throws UnusableKey for a private key, or a form that must be converted first */
export function assertReadableForm(text: string): void {
  const other = otherForms.find(({ form }) => form.test(text))
  if (other !== undefined) throw new UnusableKey(other.advice)
}

/** Reads the JSON of a JWK, or of a set of them. @throws UnusableKey */
export function parseKeyJson(text: string): unknown {
  if (!text.startsWith('{'))
    throw new UnusableKey('Not a key: paste a PEM public key, a certificate or a JWK')
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableKey('Not a JWK: the JSON is malformed')
  }
}

const jwkSchema = z.looseObject({ kty: z.string(), kid: z.string().exactOptional() })

/** @throws UnusableKey for anything but a JWK with a public key */
export function readJwk(json: unknown): z.infer<typeof jwkSchema> {
  const jwk = jwkSchema.safeParse(json)
  if (!jwk.success) throw new UnusableKey('Not a JWK: it has no kty')
  if (jwk.data.kty === 'oct') throw new UnusableKey('This is a shared secret, not a public key')
  if ('d' in jwk.data) throw new UnusableKey(privateKeyMessage)
  return jwk.data
}

/** Algorithms that a key may verify, by the name Web Crypto gives its kind. */
function algorithmsOfKind(kind: string): readonly PublicKeyAlgorithm[] {
  switch (kind) {
    case 'RSASSA-PKCS1-v1_5':
    case 'RSA-PSS':
      return ['RS256', 'PS256']
    case 'ECDSA':
      return ['ES256']
    default:
      return ['EdDSA']
  }
}

const minimumRsaBits = 2048
/** With a smaller exponent, anybody could sign, or nobody. */
const minimumRsaExponent = 3
/** Verifying takes a time that grows with the exponent: up to a hundred times as long as usual. */
const maximumRsaExponent = 2 ** 32 - 1

/** The size of an RSA key; undefined for other kinds. */
export function rsaBitsOf({ algorithm }: CryptoKey): number | undefined {
  return 'modulusLength' in algorithm ? Number(algorithm.modulusLength) : undefined
}

function rsaExponentOf({ algorithm }: CryptoKey): number | undefined {
  if (!('publicExponent' in algorithm)) return undefined
  const { publicExponent: bytes } = algorithm
  return bytes instanceof Uint8Array
    ? bytes.reduce((value, byte) => value * 256 + byte, 0)
    : undefined
}

/** Makes a key ready for an algorithm. @throws if the key is of another kind */
export type ImportKey = (algorithm: PublicKeyAlgorithm) => Promise<CryptoKey | Uint8Array>

interface ReadyKey {
  /** The key, ready for one of its algorithms. */
  key: CryptoKey
  /** The key, ready for each algorithm that it may verify. */
  keys: ReadonlyMap<PublicKeyAlgorithm, CryptoKey>
}

/**
 * @throws UnusableKey for a key that can verify none of the algorithms, or an RSA key that is not
 * safe
 */
export async function importForEachAlgorithm(
  importKey: ImportKey,
  algorithms: readonly PublicKeyAlgorithm[] = publicKeyAlgorithms,
): Promise<ReadyKey> {
  const keys = new Map<PublicKeyAlgorithm, CryptoKey>()
  for (const algorithm of algorithms) {
    const key = await importKey(algorithm).catch(() => undefined)
    if (key === undefined || key instanceof Uint8Array || key.type !== 'public') continue
    if (!algorithmsOfKind(key.algorithm.name).includes(algorithm)) continue
    const bits = rsaBitsOf(key)
    if (bits !== undefined && bits < minimumRsaBits)
      throw new UnusableKey(`This RSA key has ${bits} bits: use at least ${minimumRsaBits}`)
    const exponent = rsaExponentOf(key)
    if (exponent !== undefined && exponent < minimumRsaExponent)
      throw new UnusableKey(`This RSA key has the exponent ${exponent}: use 65537`)
    if (exponent !== undefined && exponent > maximumRsaExponent)
      throw new UnusableKey('This RSA key has an exponent of more than 32 bits: use 65537')
    keys.set(algorithm, key)
  }
  const [key] = keys.values()
  if (key === undefined)
    throw new UnusableKey(`This kind of key can’t verify ${eitherOf(algorithms)}`)
  return { key, keys }
}

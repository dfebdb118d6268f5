import { base64url, exportJWK, generateKeyPair, importJWK } from 'jose'
import { expect, test } from 'vitest'
import {
  assertReadableForm,
  importForEachAlgorithm,
  parseKeyJson,
  readJwk,
  rsaBitsOf,
  type ImportKey,
} from './public-keys'

/** Makes a key pair, and returns how its halves are imported. */
async function keyPair(algorithm: string, options: { modulusLength?: number } = {}) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, {
    ...options,
    extractable: true,
  })
  const importing = async (half: CryptoKey): Promise<ImportKey> => {
    const jwk = await exportJWK(half)
    return (wanted) => importJWK(jwk, wanted)
  }
  return { open: await importing(publicKey), hidden: await importing(privateKey) }
}

test.each([
  ['RS256', ['RS256', 'PS256'], 2048],
  ['ES256', ['ES256'], undefined],
  ['EdDSA', ['EdDSA'], undefined],
] as const)('a key for %s verifies %j', async (algorithm, verified, bits) => {
  const { open, hidden } = await keyPair(algorithm)
  const { key, keys } = await importForEachAlgorithm(open)
  expect([...keys.keys()]).toEqual(verified)
  expect([key.type, rsaBitsOf(key)]).toEqual(['public', bits])
  await expect(importForEachAlgorithm(hidden)).rejects.toThrow('This kind of key can’t verify')
})

test('a key of another kind, a secret, and a short RSA key are refused', async () => {
  const { open } = await keyPair('ES384')
  await expect(importForEachAlgorithm(open)).rejects.toThrow(
    'This kind of key can’t verify RS256, PS256, ES256, or EdDSA',
  )
  await expect(importForEachAlgorithm(async () => new Uint8Array(32))).rejects.toThrow(
    'This kind of key can’t verify',
  )
  const short = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['verify', 'sign'],
  )
  await expect(importForEachAlgorithm(async () => short.publicKey)).rejects.toThrow(
    'This RSA key has 1024 bits: use at least 2048',
  )
})

test('an RSA key with an exponent below 3 is refused', async () => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const withExponent = (e: string) =>
    importForEachAlgorithm((algorithm) => importJWK({ ...jwk, e }, algorithm))
  for (const [e, exponent] of [
    ['AQ', 1],
    ['AAAB', 1],
    ['Ag', 2],
  ] as const)
    await expect(withExponent(e)).rejects.toThrow(
      `This RSA key has the exponent ${exponent}: use 65537`,
    )
  await expect(withExponent('Aw')).resolves.toHaveProperty('key')
})

test('an RSA key with an exponent of more than 32 bits, which is slow, is refused', async () => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const withExponent = (bytes: number[]) =>
    importForEachAlgorithm((algorithm) =>
      importJWK({ ...jwk, e: base64url.encode(Uint8Array.from(bytes)) }, algorithm),
    )
  await expect(withExponent([255, 255, 255, 255])).resolves.toHaveProperty('key')
  await expect(withExponent([0, 255, 255, 255, 255])).resolves.toHaveProperty('key')
  for (const length of [5, 200])
    await expect(withExponent(Array.from({ length }, () => 1))).rejects.toThrow(
      'This RSA key has an exponent of more than 32 bits: use 65537',
    )
})

test('an RSA key of either name verifies both ways of signing', async () => {
  const pss = await crypto.subtle.generateKey(
    {
      name: 'RSA-PSS',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['verify', 'sign'],
  )
  const { keys } = await importForEachAlgorithm(async () => pss.publicKey)
  expect([...keys.keys()]).toEqual(['RS256', 'PS256'])
})

test('what is no public key says why', () => {
  const rsa = { kty: 'RSA', n: 'n', e: 'AQAB' }
  expect(readJwk({ ...rsa, kid: 'one' })).toEqual({ ...rsa, kid: 'one' })
  expect(() => readJwk({ n: 'n' })).toThrow('it has no kty')
  expect(() => readJwk({ kty: 'oct', k: 'secret' })).toThrow('a shared secret, not a public key')
  expect(() => readJwk({ ...rsa, d: 'd' })).toThrow('a private key')
  expect(parseKeyJson('{"keys": []}')).toEqual({ keys: [] })
  expect(() => parseKeyJson('[]')).toThrow('paste a PEM public key, a certificate or a JWK')
  expect(() => parseKeyJson('{')).toThrow('the JSON is malformed')
  expect(() => assertReadableForm('-----BEGIN RSA PRIVATE KEY-----')).toThrow('a private key')
  expect(() => assertReadableForm('-----BEGIN PUBLIC KEY-----')).not.toThrow()
})

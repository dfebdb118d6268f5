import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { readKeys } from './read-key'

const pair = (algorithm: string) => generateKeyPair(algorithm, { extractable: true })

test('a PEM and a JWK of one key have one fingerprint', async () => {
  const { publicKey } = await pair('RS256')
  const [pem] = await readKeys(await exportSPKI(publicKey))
  const [jwk] = await readKeys(JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k' }))
  expect(pem).toMatchObject({
    form: 'PEM',
    algorithms: ['RS256', 'PS256'],
    strength: 'RSA 2048 bits',
    kid: undefined,
  })
  expect(jwk).toMatchObject({ form: 'JWK', kid: 'k', fingerprint: pem?.fingerprint })
})

test('a set gives each of its keys', async () => {
  const keys = [
    await exportJWK((await pair('ES256')).publicKey),
    await exportJWK((await pair('EdDSA')).publicKey),
  ]
  const read = await readKeys(JSON.stringify({ keys }))
  expect(read.map(({ strength, algorithms }) => [strength, algorithms])).toEqual([
    ['P-256', ['ES256']],
    ['Ed25519', ['EdDSA']],
  ])
})

test('private, weak and malformed keys are refused with the exact error', async () => {
  const { publicKey, privateKey } = await pair('ES256')
  const pem = await exportSPKI(publicKey)
  const weak = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const refused: [text: string, error: string][] = [
    [await exportPKCS8(privateKey), 'This is a private key'],
    [JSON.stringify(await exportJWK(privateKey)), 'This is a private key'],
    [
      JSON.stringify({ keys: [await exportJWK(publicKey), await exportJWK(privateKey)] }),
      'Key 2 of the set: This is a private key',
    ],
    [JSON.stringify(await exportJWK(weak.publicKey)), '1024 bits'],
    [pem.split('\n').with(2, '?not base64?').join('\n'), 'Line 3 is not base64'],
    [pem.replace(/-----END.*/, ''), 'The line -----END PUBLIC KEY----- is missing'],
    ['{"kty"', 'the JSON is malformed'],
    ['{"kty":"oct","k":"AAAA"}', 'shared secret'],
    ['no key', 'Not a key'],
  ]
  for (const [text, error] of refused) await expect(readKeys(text), error).rejects.toThrow(error)
})

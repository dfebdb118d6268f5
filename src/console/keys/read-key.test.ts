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
    [pem.replace(/\n[A-Za-z0-9+/=]+\n-----END/, '\n-----END'), 'damaged or cut off'],
    ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGKZ ada@laptop', 'This is an SSH key'],
    [pem.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'), 'This is a PKCS#1 key'],
    [pem.replaceAll('\n', '\\n'), 'Replace each \\n'],
    [`${pem}\n${pem.replaceAll('PUBLIC KEY', 'EC PARAMETERS')}`, 'Key 2: A EC PARAMETERS'],
    [pem.replace(/-----END.*/, ''), 'The line -----END PUBLIC KEY----- is missing'],
    ['{"kty"', 'the JSON is malformed'],
    ['{"kty":"oct","k":"AAAA"}', 'shared secret'],
    ['no key', 'Not a key'],
  ]
  for (const [text, error] of refused) await expect(readKeys(text), error).rejects.toThrow(error)
})

test('of a single key, an error gives no number', async () => {
  const cut = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'
  await expect(readKeys(cut)).rejects.toThrow(/^(?!Key )/)
})

test('several PEMs are several keys', async () => {
  const pems = await Promise.all(
    ['ES256', 'RS256'].map(async (algorithm) => exportSPKI((await pair(algorithm)).publicKey)),
  )
  const read = await readKeys(`# two keys\n${pems.join('\n')}`)
  expect(read.map(({ strength }) => strength)).toEqual(['P-256', 'RSA 2048 bits'])
  expect(read.map(({ text }) => text.trim())).toEqual(pems.map((pem) => pem.trim()))
})

const certificate = `-----BEGIN CERTIFICATE-----
MIIBxTCCAWugAwIBAgIUf6bHr/8VYWXsyzmgz7IFiX5bkgEwCgYIKoZIzj0EAwIw
ODESMBAGA1UECgwJTGFya2ZpZWxkMSIwIAYDVQQDDBlzaWduaW5nLmxhcmtmaWVs
ZC5leGFtcGxlMB4XDTI2MTEyMjA3MDQ1MFoXDTM2MTExOTA3MDQ1MFowODESMBAG
A1UECgwJTGFya2ZpZWxkMSIwIAYDVQQDDBlzaWduaW5nLmxhcmtmaWVsZC5leGFt
cGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEy9+wKVUhFZ9gTS4Yb21YfSnU
eqoUdRzHt4QyXZS4D4XrVJV8guJonc7NYDjAXLdNhReepL1uWd2hlrUbFBiZUqNT
MFEwHQYDVR0OBBYEFH+912w7z3nyF6zMtSObSzjR3wgUMB8GA1UdIwQYMBaAFH+9
12w7z3nyF6zMtSObSzjR3wgUMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIhAO8jy6VuhSQiRmgy97VJ+wN1smqq8uNmFe4BdjaWu2qNAiBJm7jiZZ+U
1JqCPTMngaidNyRS5RoR4PLbx61cyvvRZw==
-----END CERTIFICATE-----`

test('a certificate shows its subject and expiry', async () => {
  const [key] = await readKeys(certificate)
  expect(key).toMatchObject({
    form: 'certificate',
    strength: 'P-256',
    certificate: { subject: 'signing.larkfield.example' },
  })
  expect(key?.certificate?.expiresAt?.getUTCFullYear()).toBe(2036)
})

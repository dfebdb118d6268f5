import { X509Certificate } from 'node:crypto'
import { exportJWK } from 'jose'
import { expect, test } from 'vitest'
import { readPublicKey } from './public-key'

const certificate = `-----BEGIN CERTIFICATE-----
MIIBjDCCATGgAwIBAgIUe3A3Wk0bIuD6VtHL6+1J+PYmCpcwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2lnbmluZy5leGFtcGxlMCAXDTI2MTEyNDIzNDM0NFoYDzIx
MjYxMDMxMjM0MzQ0WjAaMRgwFgYDVQQDDA9zaWduaW5nLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQ9ilbPMhN5H9GBYs+EJbLF3EZIZZzY+8hZWXsr
tvv7UxiE4mGSAMXUZ3sBxq/s6H3vKf0olZv3SlX33MIN2jgWo1MwUTAdBgNVHQ4E
FgQU4levZYxJtjVviWbIfNtVE2tjU90wHwYDVR0jBBgwFoAU4levZYxJtjVviWbI
fNtVE2tjU90wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA1Y6g
hw8DyjUDr672N5zsBKu+uuyP8ItWg8fTtRQVrQcCIQDKZj6jOZS/3sXB8mSTeRXu
UxFj9oIJXa58T24i2EJIKQ==
-----END CERTIFICATE-----`

test('a certificate verifies with the key in it', async () => {
  const keys = await readPublicKey(`\n${certificate}\n`)
  expect([...keys.keys()]).toEqual(['ES256'])
  const [key] = [...keys.values()]
  if (key === undefined) throw new Error('The certificate has no key')
  expect(await exportJWK(key)).toMatchObject(
    new X509Certificate(certificate).publicKey.export({ format: 'jwk' }),
  )
})

test.each([
  ['-----BEGIN RSA PUBLIC KEY-----\nMIIB\n-----END RSA PUBLIC KEY-----', 'This is a PKCS#1 key'],
  ['-----BEGIN PUBLIC KEY-----\\nMIIB\\n-----END PUBLIC KEY-----', 'Replace each \\n'],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGKZ ada@laptop', 'This is an SSH key'],
])('what to do with a key of another form (%#)', async (text, advice) => {
  await expect(readPublicKey(text)).rejects.toThrow(advice)
})

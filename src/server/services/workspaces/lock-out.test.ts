import { exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import type { TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

let workspace: TestWorkspace

const rsa = (modulusLength: number) =>
  crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
const keys = async (...published: object[]) => Response.json({ keys: published })

const responses: Record<string, () => Response | Promise<Response>> = {
  '/good': async () => keys(await exportJWK((await generateKeyPair('ES256')).publicKey)),
  '/gone': () => new Response('', { status: 404 }),
  '/empty': () => keys(),
  '/weak': async () => keys(await exportJWK((await rsa(1024)).publicKey)),
  '/encrypts': async () =>
    keys({ ...(await exportJWK((await rsa(2048)).publicKey)), use: 'enc', alg: 'RSA-OAEP' }),
  '/other-algorithm': async () =>
    keys({ ...(await exportJWK((await rsa(2048)).publicKey)), alg: 'RS512' }),
  '/secret': () => keys({ kty: 'oct', k: 'c2VjcmV0' }),
}
let requests = 0
const keyServer: typeof fetch = async (input) => {
  requests += 1
  const response = responses[new URL(new Request(input).url).pathname]
  if (response === undefined) throw new TypeError('fetch failed')
  return response()
}
const at = (path: string) => `https://keys.example${path}`

const api = await apiPerFile({ fetch: keyServer })
const { publicKey } = await generateKeyPair('ES256', { extractable: true })
const publicKeys = [{ name: 'main', publicKey: await exportSPKI(publicKey) }]
beforeEach(async () => {
  workspace = await api.newWorkspace('Guarded')
})

const patch = async (body: unknown) =>
  api.request('PATCH', `/org-workspaces/${workspace.id}`, { token: api.operatorToken, body })
const refuseSecret = { settings: { disableSecretKeyAuth: true } }

test.each([
  ['/nowhere', 'The address cannot be reached'],
  ['/gone', 'The address responded with status 404, not 200'],
  ['/empty', 'The JWKS URI publishes no key that can verify tokens'],
  ['/weak', 'The JWKS URI publishes no key that can verify tokens'],
  ['/encrypts', 'The JWKS URI publishes no key that can verify tokens'],
  ['/other-algorithm', 'The JWKS URI publishes no key that can verify tokens'],
  ['/secret', 'The JWKS URI publishes no key that can verify tokens'],
])('a JWKS URI at %s is not accepted as a way to sign in', async (path, why) => {
  await patch({ jwksUri: at(path) })
  const { status, body } = await patch(refuseSecret)
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      key: 'conflict',
      message:
        'Nobody could sign in any more: register a public key, or a JWKS URI that publishes one, ' +
        `before refusing the workspace secret. ${why}`,
    }),
  ])
})

test('a working JWKS URI allows sign-in; while it fails, a registered key does', async () => {
  expect((await patch({ ...refuseSecret, jwksUri: at('/good') })).status).toBe(200)
  expect((await patch({ jwksUri: at('/gone') })).status, 'another address').toBe(409)
  expect((await patch({ jwksUri: null })).status, 'none').toBe(409)
  expect((await patch({ jwksUri: at('/gone'), publicKeys })).status).toBe(200)
  expect((await patch({ publicKeys: [] })).status, 'the last key').toBe(409)
  expect((await patch({ publicKeys: [], jwksUri: at('/good') })).status).toBe(200)
})

test('the last key can be removed while the JWKS URI works', async () => {
  expect((await patch({ ...refuseSecret, jwksUri: at('/good'), publicKeys })).status).toBe(200)
  expect((await patch({ publicKeys: [] })).status).toBe(200)
})

test('a change of something else does not depend on the JWKS URI', async () => {
  const { '/good': good } = responses
  await patch({ ...refuseSecret, jwksUri: at('/good') })
  responses['/good'] = () => new Response('', { status: 500 })
  requests = 0
  expect((await patch({ name: 'Renamed' })).status).toBe(200)
  expect((await patch({ ...refuseSecret })).status, 'what is so already').toBe(200)
  expect(requests).toBe(0)
  expect((await patch({ settings: { disableSecretKeyAuth: false } })).status).toBe(200)
  if (good !== undefined) responses['/good'] = good
})

test('with neither key nor URI no request is sent', async () => {
  requests = 0
  const { status, body } = await patch(refuseSecret)
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      message:
        'Nobody could sign in any more: register a public key, or a JWKS URI that publishes one, ' +
        'before refusing the workspace secret.',
    }),
  ])
  expect(requests).toBe(0)
})

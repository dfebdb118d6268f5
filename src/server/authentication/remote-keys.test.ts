import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test, vi } from 'vitest'
import { OutgoingRequestBlocked } from '@/server/core/outgoing-error'
import { adminToken, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

let workspace: TestWorkspace
let now = new Date()
/** What the address answers, and how often it was asked. */
let published: () => Response | Promise<Response>
let asked = 0
const first = await generateKeyPair('ES256', { extractable: true })
const second = await generateKeyPair('ES256', { extractable: true })
const publish = (...keys: object[]) => (published = () => Response.json({ keys }))
const wait = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const minute = 60

const api = await apiPerFile({
  clock: () => now,
  fetch: async () => {
    asked += 1
    return published()
  },
})

beforeEach(async () => {
  now = new Date(Date.now())
  workspace = await api.newWorkspace('Remote keys')
  const { status } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token: await adminToken(workspace),
    body: { jwksUri: `https://keys.example/${workspace.id}` },
  })
  expect(status).toBe(200)
  asked = 0
})

async function send(key: typeof first, header: { kid?: string } = {}) {
  const token = await new SignJWT({
    workspaceKey: workspace.key,
    exp: Math.floor(now.getTime() / 1000) + 3600,
  })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(key.privateKey)
  return api.request('GET', '/connectors', { token })
}
const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status

test('without a kid, each published key of the type is tried', async () => {
  publish(await exportJWK(first.publicKey), await exportJWK(second.publicKey))
  expect(await statusOf(second)).toBe(200)
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(await generateKeyPair('ES256'))).toBe(401)
})

test('a key verifies beside malformed ones', async () => {
  publish({ ...(await exportJWK(second.publicKey)), kid: null }, await exportJWK(first.publicKey))
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(second)).toBe(401)
})

test('the keys of a set of more than 128 kB verify nothing', async () => {
  const key = await exportJWK(first.publicKey)
  publish(key, { kty: 'EC', x5c: ['A'.repeat(130 * 1024)] })
  expect(await statusOf(first)).toBe(503)
  expect(api.logged).toContainEqual({
    facts: {
      uri: `https://keys.example/${workspace.id}`,
      reason: 'The response has 131 kB: publish at most 128 kB',
    },
    message: 'a key set could not be read',
  })
})

test('a key verifies beside one that is nested too deeply to be read', async () => {
  const key = JSON.stringify(await exportJWK(first.publicKey))
  const deep = `{"kty":"EC","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const other = `{"kty":"EC","other":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  for (const malformed of [deep, other]) {
    published = () => new Response(`{"keys":[${malformed},${key}]}`)
    wait(5 * minute)
    expect(await statusOf(first)).toBe(200)
    const checked = await api.request('POST', `/org-workspaces/${workspace.id}/check-jwks`, {
      token: await adminToken(workspace),
      body: { uri: 'https://keys.example/deep' },
    })
    expect(checked).toMatchObject({
      status: 200,
      body: { keys: [{ error: 'Nested deeper than 100 levels' }, {}] },
    })
  }
})

test('a key whose kid cannot be stored verifies nothing', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'a\0' })
  expect(await statusOf(first, { kid: 'a\0' })).toBe(401)
})

test('a removed key verifies tokens for at most five minutes', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  publish({ ...(await exportJWK(second.publicKey)), kid: 'second' })
  wait(5 * minute)
  expect(await statusOf(first, { kid: 'first' })).toBe(401)
  expect(await statusOf(second, { kid: 'second' })).toBe(200)
})

test('a new key is found at once; unknown ones cause at most two requests a minute', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  publish({ ...(await exportJWK(second.publicKey)), kid: 'second' })
  wait(minute)
  expect(await statusOf(second, { kid: 'second' })).toBe(200)
  expect(asked).toBe(2)
  for (let sent = 0; sent < 5; sent += 1)
    expect(await statusOf(first, { kid: `unknown ${sent}` })).toBe(401)
  expect(asked).toBe(2)
})

test('after the clock is set back, keys are fetched again as before', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  wait(60 * minute)
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  publish({ ...(await exportJWK(second.publicKey)), kid: 'second' })
  wait(-60 * minute)
  expect(await statusOf(second, { kid: 'second' })).toBe(200)
  expect(await statusOf(first, { kid: 'first' })).toBe(401)
})

test('a failing address is fetched at most twice a minute; its keys stay valid', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  published = () => new Response('down', { status: 500 })
  wait(6 * minute)
  asked = 0
  for (let sent = 0; sent < 5; sent += 1) {
    expect(await statusOf(first, { kid: 'first' })).toBe(200)
    wait(2)
  }
  expect(asked).toBe(1)
  wait(10 * minute)
  expect(await statusOf(first, { kid: 'first' })).toBe(503)
})

test('while an address fails, a token with a key that is not known gets 503', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  published = () => new Response('down', { status: 500 })
  wait(minute)
  for (let sent = 0; sent < 3; sent += 1)
    expect(await statusOf(second, { kid: 'second' })).toBe(503)
  expect(asked).toBe(2)
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  publish({ ...(await exportJWK(second.publicKey)), kid: 'second' })
  wait(minute)
  expect(await statusOf(second, { kid: 'second' })).toBe(200)
  expect(await statusOf(first, { kid: 'first' })).toBe(401)
})

test('while an address does not respond, its keys stay valid', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  published = () => new Promise(() => {})
  wait(6 * minute)
  const statuses = [statusOf(first, { kid: 'first' }), statusOf(first, { kid: 'first' })]
  expect(await Promise.all(statuses)).toEqual([200, 200])
})

test('a token with an unknown key holds up no other', async () => {
  publish({ ...(await exportJWK(first.publicKey)), kid: 'first' })
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  let respond = () => {}
  published = () => new Promise((resolve) => (respond = () => resolve(Response.json({ keys: [] }))))
  wait(minute)
  const unknown = [statusOf(second, { kid: 'second' }), statusOf(second, { kid: 'second' })]
  await vi.waitFor(() => expect(asked).toBe(2))
  expect(await statusOf(first, { kid: 'first' })).toBe(200)
  const jwk = { ...(await exportJWK(second.publicKey)), kid: 'second' }
  published = () => Response.json({ keys: [jwk] })
  respond()
  expect(await Promise.all(unknown)).toEqual([401, 401])
})

test.each<[string, () => Promise<Response> | Response]>([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['fails', () => new Response('down', { status: 500 })],
  ['is no key set', () => Response.json({ hello: 1 })],
  [
    'has more keys than are read',
    async () => {
      const jwk = await exportJWK(first.publicKey)
      return Response.json({ keys: Array.from({ length: 101 }, () => jwk) })
    },
  ],
  ['is no JSON', () => new Response('<html>')],
])('an address that %s gives 503, and one request', async (_what, response) => {
  published = response
  for (let sent = 0; sent < 3; sent += 1) {
    const { status, headers } = await send(first)
    expect(status).toBe(503)
    expect(headers.get('Retry-After')).toBe('3')
  }
  expect(asked).toBe(1)
  publish(await exportJWK(first.publicKey))
  wait(minute)
  expect(await statusOf(first)).toBe(200)
})

test.each<[string, () => Promise<Response> | Response]>([
  [
    'an address that may not be called',
    () => Promise.reject(new TypeError('failed', { cause: new OutgoingRequestBlocked('private') })),
  ],
  ['a key that cannot be read', () => Response.json({ keys: [{ kty: 'EC', crv: 'P-256' }] })],
])('%s gives 401, and one request', async (_what, response) => {
  published = response
  for (let sent = 0; sent < 3; sent += 1) expect(await statusOf(first)).toBe(401)
  expect(asked).toBe(1)
})

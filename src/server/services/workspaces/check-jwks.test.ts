import { exportJWK, generateKeyPair } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OutgoingRequestBlocked } from '@/server/core/outgoing-error'
import { adminToken, tokenOf } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

/** What ends the requests that wait. */
const slow: (() => void)[] = []
const responses: Record<string, () => Response | Promise<Response>> = {
  '/good': async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true })
    return Response.json({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
    })
  },
  '/for-encryption': async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    return Response.json({
      keys: [
        { ...jwk, use: 'enc' },
        { ...jwk, key_ops: ['encrypt'] },
        { ...jwk, use: 'sig', key_ops: ['verify'] },
      ],
    })
  },
  '/odd': async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    return Response.json({ keys: [{ ...jwk, alg: null }, 5, { ...jwk, kid: 'a\0' }, jwk] })
  },
  '/crowded': () => Response.json({ keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) }),
  '/gone': () => new Response('', { status: 404 }),
  '/text': () => new Response('hello'),
  '/other': () => Response.json({ hello: 1 }),
  '/slow': () => new Promise((resolve) => void slow.push(() => resolve(new Response('late')))),
}

const keyServer: typeof fetch = async (input) => {
  const response = responses[new URL(new Request(input).url).pathname]
  if (response !== undefined) return response()
  throw new TypeError('fetch failed', {
    cause: new OutgoingRequestBlocked('The address 10.0.0.1 may not be called'),
  })
}

const api = await apiPerFile({ fetch: keyServer })
const workspace = await api.newWorkspace('Keys')
const other = await api.newWorkspace('Other')

const patient = { timeout: 20_000 }

const check = async (uri: string, token?: string, id = workspace.id) =>
  api.request('POST', `/org-workspaces/${id}/check-jwks`, {
    token: token ?? (await adminToken(workspace)),
    body: { uri },
  })

test('the found keys are listed without their key material', async () => {
  const { status, body } = await check('https://keys.example/good')
  expect([status, body]).toEqual([
    200,
    { keys: [{ kid: 'one', kty: 'RSA', alg: 'RS256', use: 'sig', size: 2048 }] },
  ])
})

test('a key that is not for signatures is reported', async () => {
  const { body } = await check('https://keys.example/for-encryption')
  const error = 'This key is not for signatures'
  expect(body).toEqual({
    keys: [
      { kty: 'EC', use: 'enc', error },
      { kty: 'EC', error },
      { kty: 'EC', use: 'sig' },
    ],
  })
})

test('a malformed key does not hide the others', async () => {
  const { body } = await check('https://keys.example/odd')
  const malformed = {
    kty: 'malformed',
    error: 'This is not a JWK: it needs a kty, and members of the right type',
  }
  expect(body).toEqual({
    keys: [
      malformed,
      malformed,
      { kid: 'a\0', kty: 'EC', error: 'Its kid contains a NUL or a broken character' },
      { kty: 'EC' },
    ],
  })
})

test.each([
  ['/crowded', 'The response has 101 keys: publish at most 100'],
  ['/gone', 'The address responded with status 404, not 200'],
  ['/text', 'The response is not JSON'],
  ['/other', 'The response is not a JWK set: it needs a list "keys"'],
  ['/inside', 'The address 10.0.0.1 may not be called'],
])('the problem at %s is explained', async (path, error) => {
  const { status, body } = await check(`https://keys.example${path}`)
  expect([status, body]).toEqual([200, { error }])
})

test('only admins of the workspace may check, and only addresses', async () => {
  expect((await check('https://keys.example/good', await tokenOf(workspace, {}))).status).toBe(403)
  expect((await check('https://keys.example/good', await adminToken(other))).status).toBe(404)
  expect((await check('file:///etc/passwd')).status).toBe(400)
})

test('two addresses of a workspace are checked at once, further ones wait for them', async () => {
  // A turn that is waited for too long is refused, so no time passes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { id } = workspace
  const checks = [id, id.toUpperCase(), id].map((spelled) =>
    check('https://keys.example/slow', undefined, spelled),
  )
  await expect.poll(() => slow.length, patient).toBe(2)
  const elsewhere = api.request('POST', `/org-workspaces/${other.id}/check-jwks`, {
    token: await adminToken(other),
    body: { uri: 'https://keys.example/slow' },
  })
  await expect.poll(() => slow.length, patient).toBe(3)
  slow[2]?.()
  expect((await elsewhere).status).toBe(200)
  expect(slow).toHaveLength(3)
  slow[0]?.()
  await expect.poll(() => slow.length, patient).toBe(4)
  for (const end of slow) end()
  expect((await Promise.all(checks)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('an operator who changes the keys waits for the checks of that workspace only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = slow.length
  const change = ({ id }: { id: string }) =>
    api.request('PATCH', `/org-workspaces/${id}`, {
      token: api.operatorToken,
      body: {
        jwksUri: 'https://keys.example/slow',
        publicKeys: [],
        settings: { disableSecretKeyAuth: true },
      },
    })
  const checks = [1, 2].map(() => check('https://keys.example/slow'))
  await expect.poll(() => slow.length, patient).toBe(before + 2)
  const waiting = change(workspace)
  const elsewhere = change(other)
  await expect.poll(() => slow.length, patient).toBe(before + 3)
  slow.at(-1)?.()
  expect((await elsewhere).status).toBe(409)
  expect(slow).toHaveLength(before + 3)
  slow[before]?.()
  await expect.poll(() => slow.length, patient).toBe(before + 4)
  for (const end of slow) end()
  expect((await waiting).status).toBe(409)
  await Promise.all(checks)
})

import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import { adminToken, tokenOf } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

const rsa = await generateKeyPair('RS256', { extractable: true })
const ec = await generateKeyPair('ES256', { extractable: true })
const ed = await generateKeyPair('EdDSA', { extractable: true })
const later = await generateKeyPair('ES256', { extractable: true })
const remote = await generateKeyPair('ES256', { extractable: true })
const rsaPem = await exportSPKI(rsa.publicKey)

/** Answers the JWKS address with one key, as a server of the workspace’s owner would. */
const keyServer: typeof fetch = async () =>
  Response.json({
    keys: [{ ...(await exportJWK(remote.publicKey)), kid: 'remote-1', alg: 'ES256' }],
  })

const api = await apiPerFile({ fetch: keyServer })
const workspace = await api.newWorkspace('Tokens')
const other = await api.newWorkspace('Other')

const soon = () => Math.floor(Date.now() / 1000) + 3600
const claims = () => ({ workspaceKey: workspace.key, isAdmin: true, exp: soon() })

beforeAll(async () => {
  const publicKeys = [
    { name: 'rsa', publicKey: rsaPem },
    {
      name: 'ec',
      publicKey: JSON.stringify({ ...(await exportJWK(ec.publicKey)), kid: 'ec-kid' }),
    },
    { name: 'ed', publicKey: await exportSPKI(ed.publicKey) },
    { name: 'later', publicKey: await exportSPKI(later.publicKey) },
  ]
  const { status, body } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token: await adminToken(workspace),
    body: { publicKeys, jwksUri: 'https://keys.example/jwks.json' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
})

const signed = (alg: string, key: Keys['privateKey'], header = {}) =>
  new SignJWT(claims()).setProtectedHeader({ alg, ...header }).sign(key)

async function statusWith(token: string): Promise<number> {
  return (await api.request('PATCH', `/org-workspaces/${workspace.id}`, { token })).status
}

describe('tokens that are accepted', () => {
  const taken: [what: string, token: () => Promise<string>][] = [
    ['HS256 by the secret', () => tokenOf(workspace, { isAdmin: true })],
    ['HS512 by the secret', () => tokenOf(workspace, { isAdmin: true }, 'HS512')],
    [
      'iss in place of workspaceKey',
      () => tokenOf(workspace, { workspaceKey: undefined, iss: workspace.key, isAdmin: true }),
    ],
    [
      'expired 30 seconds ago, within the leeway',
      () => tokenOf(workspace, { isAdmin: true, exp: Math.floor(Date.now() / 1000) - 30 }),
    ],
    [
      'valid for just under a day',
      () => tokenOf(workspace, { isAdmin: true, exp: Math.floor(Date.now() / 1000) + 86_000 }),
    ],
    ['RS256 by a registered PEM', () => signed('RS256', rsa.privateKey)],
    [
      'PS256 by the same RSA key',
      async () =>
        signed(
          'PS256',
          await crypto.subtle.importKey(
            'jwk',
            await exportJWK(rsa.privateKey),
            { name: 'RSA-PSS', hash: 'SHA-256' },
            false,
            ['sign'],
          ),
        ),
    ],
    [
      'ES256 by a registered JWK and its kid',
      () => signed('ES256', ec.privateKey, { kid: 'ec-kid' }),
    ],
    ['ES256 by the name of the key', () => signed('ES256', ec.privateKey, { kid: 'ec' })],
    ['EdDSA by a registered PEM', () => signed('EdDSA', ed.privateKey)],
    [
      'ES256 by a key at the JWKS address',
      () => signed('ES256', remote.privateKey, { kid: 'remote-1' }),
    ],
    ['ES256 by the second key of that type', () => signed('ES256', later.privateKey)],
    ['ES256 by the third, at the JWKS address', () => signed('ES256', remote.privateKey)],
  ]
  test.each(taken)('%s', async (_what, token) => expect(await statusWith(await token())).toBe(200))
})

describe('tokens that are refused', () => {
  const plain = new TextEncoder()
  const refused: [what: string, token: () => Promise<string> | string][] = [
    ['none', () => ''],
    ['no token at all in form', () => 'hello'],
    ['three dots of nothing', () => 'a.b.c'],
    ['alg none', () => new UnsecuredJWT(claims()).encode()],
    ['alg none with a signature', async () => `${new UnsecuredJWT(claims()).encode()}AAAA`],
    [
      'a public key used as the secret',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(plain.encode(rsaPem)),
    ],
    [
      'a public key used as the secret, trimmed',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256' })
          .sign(plain.encode(rsaPem.trim())),
    ],
    ['a wrong secret', () => tokenOf({ ...workspace, secret: 'guess' }, { isAdmin: true })],
    [
      'an empty secret',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(plain.encode(' ')),
    ],
    [
      'another workspace’s secret',
      () => tokenOf({ ...other, key: workspace.key }, { isAdmin: true }),
    ],
    [
      'another workspace’s key, for one that has none',
      () =>
        new SignJWT({ ...claims(), workspaceKey: other.key })
          .setProtectedHeader({ alg: 'ES256' })
          .sign(ec.privateKey),
    ],
    [
      'HS384',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS384' })
          .sign(plain.encode(workspace.secret)),
    ],
    ['an unknown kid', () => signed('ES256', ec.privateKey, { kid: 'nobody' })],
    [
      'a kid, signed with the workspace’s secret, which has none',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'nobody' })
          .sign(plain.encode(workspace.secret)),
    ],
    ['the kid of another key', () => signed('ES256', ec.privateKey, { kid: 'rsa' })],
    [
      'the kid of the server’s own key',
      () =>
        new SignJWT({ operator: true, exp: soon() })
          .setProtectedHeader({ alg: 'HS256', kid: 'signalbox-server' })
          .sign(plain.encode(workspace.secret)),
    ],
    [
      'a key that is not registered',
      async () => signed('ES256', (await generateKeyPair('ES256')).privateKey),
    ],
    [
      'expired',
      () => tokenOf(workspace, { isAdmin: true, exp: Math.floor(Date.now() / 1000) - 61 }),
    ],
    ['without an expiry', () => tokenOf(workspace, { isAdmin: true, exp: undefined })],
    ['a name that is no text', () => tokenOf(workspace, { isAdmin: true, name: 7 })],
    ['an expiry that is a text', () => tokenOf(workspace, { isAdmin: true, exp: 'tomorrow' })],
    [
      'valid for two days',
      () => tokenOf(workspace, { isAdmin: true, exp: Math.floor(Date.now() / 1000) + 2 * 86_400 }),
    ],
    ['not valid yet', () => tokenOf(workspace, { isAdmin: true, nbf: soon() })],
    ['an unknown workspace', () => tokenOf({ ...workspace, key: 'nowhere' }, { isAdmin: true })],
    ['no workspace', () => tokenOf(workspace, { workspaceKey: undefined, isAdmin: true })],
    ['a workspace that is a number', () => tokenOf(workspace, { workspaceKey: 7, isAdmin: true })],
    ['a workspace with a NUL', () => tokenOf(workspace, { workspaceKey: 'a\0b', isAdmin: true })],
    [
      'an operator claim signed with the workspace’s secret',
      () => tokenOf({ ...workspace, key: 'nowhere' }, { operator: true }),
    ],
    ['truncated', async () => (await adminToken(workspace)).slice(0, -5)],
    [
      'with a changed claim',
      async () =>
        (await tokenOf(workspace, {})).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`,
        ),
    ],
    ['a tenant with a NUL', () => tokenOf(workspace, { tenantKey: 'a\0b' })],
    ['a tenant with half a character', () => tokenOf(workspace, { tenantKey: 'a\ud800b' })],
    ['a name with a NUL', () => tokenOf(workspace, { isAdmin: true, name: 'a\0b' })],
    [
      'a subject with half a character',
      () => tokenOf(workspace, { isAdmin: true, name: undefined, sub: '\udfff' }),
    ],
    [
      'fields that cannot be stored',
      () => tokenOf(workspace, { tenantKey: 'customer-9', fields: { note: '\0' } }),
    ],
    [
      'fields with a name that cannot be stored',
      () => tokenOf(workspace, { tenantKey: 'customer-9', fields: { 'a\0': 1 } }),
    ],
    [
      'fields nested without end',
      () =>
        tokenOf(workspace, {
          tenantKey: 'customer-9',
          fields: { deep: Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 1) },
        }),
    ],
    [
      'huge',
      async () => tokenOf(workspace, { isAdmin: true, fields: { padding: 'x'.repeat(20_000) } }),
    ],
    [
      'an unknown critical header',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', crit: ['x-check'], 'x-check': 1 })
          .sign(plain.encode(workspace.secret), { crit: { 'x-check': true } }),
    ],
  ]
  test.each(refused)('%s', async (_what, token) => {
    const response = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token: await token(),
    })
    expect(response.status, JSON.stringify(response.body)).toBe(401)
    expect(response.body).toMatchObject({ type: 'bad_request', key: 'not_authenticated' })
    expect(JSON.stringify(response.body)).not.toContain(workspace.secret)
  })

  test('and nothing of a token or secret stands in the log', () => {
    const log = JSON.stringify(api.logged)
    expect(log).not.toContain(workspace.secret)
    expect(log).not.toMatch(/eyJ[\w-]{10,}\./)
  })
})

test.each([
  [{ exp: undefined }, "'exp': it is missing"],
  [{ exp: 'tomorrow' }, "'exp': use a number of seconds since 1970"],
  [{ nbf: 4_000_000_000 }, "'nbf': the token is not valid yet"],
  [{ tenantKey: 5 }, "'tenantKey': Use text, not a number"],
  [{ fields: ['team'] }, "'fields': Use an object, not a list"],
])('the error for a token with %j says what is wrong', async (changed, hint) => {
  const payload: Record<string, unknown> = { ...claims(), ...changed }
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(workspace.secret))
  expect((await api.request('GET', '/connectors', { token })).body).toMatchObject({
    message: `This token is refused for its claim ${hint}`,
  })
})

test.each([
  ['with the name of a key, only that key', later, { kid: 'later' }, 1],
  ['with the kid of a key, only that key', ec, { kid: 'ec-kid' }, 1],
  ['without a kid, each key, for its algorithm only', later, {}, 4],
])('to verify a token %s is imported', async (_what, { privateKey }, header, count) => {
  const token = await signed('ES256', privateKey, header)
  const imported = vi.spyOn(crypto.subtle, 'importKey')
  onTestFinished(() => imported.mockRestore())
  expect(await statusWith(token)).toBe(200)
  // A new connection to PostgreSQL imports its password, as raw bytes.
  expect(imported.mock.calls.filter(([form]) => form !== 'raw')).toHaveLength(count)
})

test('isAdmin is ignored for a tenant', async () => {
  expect(
    await statusWith(await tokenOf(workspace, { isAdmin: true, tenantKey: 'customer-1' })),
  ).toBe(403)
  expect(await statusWith(await tokenOf(workspace, { isAdmin: 'true' }))).toBe(403)
})

test('a new tenant is created once', async () => {
  const token = await tokenOf(workspace, {
    tenantKey: 'customer-2',
    name: 'Customer 2',
    fields: { plan: 'team' },
  })
  await Promise.all([1, 2, 3].map(() => api.request('GET', '/connectors', { token })))
  const rows = await api.dependencies.database
    .selectFrom('tenants')
    .selectAll()
    .where('key', '=', 'customer-2')
    .execute()
  expect(rows).toMatchObject([
    { workspace_id: workspace.id, name: 'Customer 2', fields: { plan: 'team' } },
  ])
})

test('disableSecretKeyAuth refuses tokens by the secret, and leaves those by a key', async () => {
  const guarded = await api.newWorkspace('Guarded')
  const token = await adminToken(guarded)
  const path = `/org-workspaces/${guarded.id}`
  const lockedOut = await api.request('PATCH', path, {
    token,
    body: { settings: { disableSecretKeyAuth: true } },
  })
  expect([lockedOut.status, lockedOut.body]).toEqual([
    409,
    expect.objectContaining({ key: 'conflict' }),
  ])

  const on = await api.request('PATCH', path, {
    token,
    body: {
      settings: { disableSecretKeyAuth: true },
      publicKeys: [{ name: 'rsa', publicKey: rsaPem }],
    },
  })
  expect(on.status).toBe(200)
  expect((await api.request('PATCH', path, { token })).status).toBe(401)
  const byKey = await new SignJWT({ workspaceKey: guarded.key, isAdmin: true, exp: soon() })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(rsa.privateKey)
  expect((await api.request('PATCH', path, { token: byKey })).status).toBe(200)
  const lastKey = await api.request('PATCH', path, { token: byKey, body: { publicKeys: [] } })
  expect(lastKey.status, 'taking the last key away would lock everyone out').toBe(409)
})

test('an RSA key under 2048 bits cannot be registered', async () => {
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
  const { status, body } = await api.request('PATCH', `/org-workspaces/${other.id}`, {
    token: await adminToken(other),
    body: {
      publicKeys: [{ name: 'weak', publicKey: JSON.stringify(await exportJWK(weak.publicKey)) }],
    },
  })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('1024 bits')])
})

test('tokens of an archived workspace are refused with the reason', async () => {
  const gone = await api.newWorkspace('Gone')
  await api.request('DELETE', `/org-workspaces/${gone.id}`, { token: await adminToken(gone) })
  const response = await api.request('PATCH', `/org-workspaces/${gone.id}`, {
    token: await adminToken(gone),
  })
  expect([response.status, JSON.stringify(response.body)]).toEqual([
    401,
    expect.stringContaining('archived'),
  ])
})

describe('an error does not reveal whether a workspace exists or how it is set up', () => {
  test('to callers without its secret or a key', async () => {
    const closed = await api.newWorkspace('Closed')
    const closing = await api.request('PATCH', `/org-workspaces/${closed.id}`, {
      token: await adminToken(closed),
      body: {
        settings: { disableSecretKeyAuth: true },
        publicKeys: [{ name: 'rsa', publicKey: rsaPem }],
      },
    })
    expect(closing.status).toBe(200)
    const stranger = await generateKeyPair('ES256')
    const byStranger = (workspaceKey: string) =>
      new SignJWT({ workspaceKey, exp: soon() })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(stranger.privateKey)
    const messages = new Set<unknown>()
    for (const token of [
      await tokenOf({ ...closed, key: 'nowhere', secret: 'guess' }),
      await tokenOf({ ...workspace, secret: 'guess' }),
      await tokenOf({ ...closed, secret: 'guess' }),
      await byStranger('nowhere'),
      await byStranger(other.key),
      await byStranger(closed.key),
    ]) {
      const { status, body } = await api.request('GET', '/connectors', { token })
      expect(status).toBe(401)
      messages.add(z.object({ message: z.string() }).parse(body).message)
    }
    expect([...messages]).toHaveLength(1)
    const { body } = await api.request('GET', '/connectors', { token: await tokenOf(closed) })
    expect(JSON.stringify(body), 'a holder of the secret learns the reason').toContain(
      'refuses tokens signed',
    )
  })
})

test('the last use of a registered key is recorded, not that of one with its name', async () => {
  const used = await api.newWorkspace('Uses')
  const path = `/org-workspaces/${used.id}`
  const bySecret = await tokenOf(used, { isAdmin: true })
  const register = (publicKey: string) =>
    api.request('PATCH', path, {
      token: bySecret,
      body: { publicKeys: [{ name: 'main', publicKey }] },
    })
  const uses = async () => {
    const { body } = await api.request('GET', `${path}/public-key-uses`, { token: bySecret })
    return operations.listPublicKeyUses.response.parse(body).items
  }
  await register(rsaPem)
  expect(await uses()).toEqual([{ name: 'main' }])

  const byKey = (exp: number) =>
    new SignJWT({ workspaceKey: used.key, exp })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(rsa.privateKey)
  const expired = await api.request('GET', '/connectors', { token: await byKey(1) })
  expect([expired.status, await uses()]).toEqual([401, [{ name: 'main' }]])
  const start = api.dependencies.clock()
  const accepted = await api.request('GET', '/connectors', { token: await byKey(soon()) })
  expect(accepted.status).toBe(200)
  const [use] = await uses()
  expect(use?.name).toBe('main')
  const lastUsedAt = new Date(use?.lastUsedAt ?? 0)
  expect(start <= lastUsedAt && lastUsedAt <= api.dependencies.clock()).toBe(true)

  await register(await exportSPKI((await generateKeyPair('RS256')).publicKey))
  expect(await uses()).toEqual([{ name: 'main' }])
})

test('the history records how an actor authenticated', async () => {
  const audited = await api.newWorkspace('Audited')
  const patch = (token: string, name: string) =>
    api.request('PATCH', `/org-workspaces/${audited.id}`, {
      token,
      body: { name },
      headers: { 'User-Agent': 'deploy/1.2' },
    })
  const bySecret = await tokenOf(audited, {
    isAdmin: true,
    iss: 'ci.example',
    sub: 'robot-7',
    jti: 'run-1',
  })
  await patch(bySecret, 'By the secret')
  await api.request('PATCH', `/org-workspaces/${audited.id}`, {
    token: bySecret,
    body: { publicKeys: [{ name: 'main', publicKey: rsaPem }] },
  })
  const byKey = await new SignJWT({ workspaceKey: audited.key, isAdmin: true, exp: soon() })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(rsa.privateKey)
  await patch(byKey, 'By a key')
  const issued = await api.request('POST', `/org-workspaces/${audited.id}/access-token`, {
    token: bySecret,
    body: { isAdmin: true, name: 'Ada' },
  })
  await patch(z.object({ token: z.string() }).parse(issued.body).token, 'By an issued token')

  const { items } = operations.listAuditEvents.response.parse(
    (await api.request('GET', '/audit-events?path=name', { token: bySecret })).body,
  )
  const [tokens] = operations.listAccessTokens.response.parse(
    (await api.request('GET', `/org-workspaces/${audited.id}/access-tokens`, { token: bySecret }))
      .body,
  ).items
  expect(items.map(({ actor }) => actor.credential)).toEqual([
    { signedBy: 'server', tokenId: tokens?.id, userAgent: 'deploy/1.2' },
    { signedBy: 'publicKey', keyId: 'main', userAgent: 'deploy/1.2' },
    {
      signedBy: 'secret',
      issuer: 'ci.example',
      subject: 'robot-7',
      tokenId: 'run-1',
      userAgent: 'deploy/1.2',
    },
  ])
})

import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import { managementApi } from '@/server/http/api'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { failingOnce } from '@/server/testing/failing-once'

let now = new Date()
/** The keys at the JWKS address of any workspace. */
let published: JWK[] = []
const api = await apiPerFile({
  clock: () => now,
  fetch: async () => Response.json({ keys: published }),
})
beforeEach(() => void (now = new Date()))

/** Signs by the clock of the test, which runs ahead. */
const adminToken = (workspace: TestWorkspace) =>
  tokenOf(workspace, { isAdmin: true, exp: Math.floor(now.getTime() / 1000) + 3600 })

const path = ({ id }: TestWorkspace) => `/org-workspaces/${id}/access-tokens`

async function issue(workspace: TestWorkspace, body: object): Promise<string> {
  const response = await api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
    token: await adminToken(workspace),
    body,
  })
  return z.object({ token: z.string() }).parse(response.body).token
}

async function list(workspace: TestWorkspace, query = '') {
  const token = await adminToken(workspace)
  const response = await api.request('GET', `${path(workspace)}${query}`, { token })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return operations.listAccessTokens.response.parse(response.body).items
}

const statusWith = async (token: string) =>
  (await api.request('GET', '/connectors', { token })).status

async function revoke(workspace: TestWorkspace, id?: string) {
  const response = await api.request(
    'DELETE',
    `${path(workspace)}${id === undefined ? '' : `/${id}`}`,
    { token: await adminToken(workspace) },
  )
  return [response.status, response.body]
}

test('issued tokens are listed without the token, with when each was last used', async () => {
  const workspace = await api.newWorkspace('Listed')
  const admin = await issue(workspace, { isAdmin: true, name: 'Deploy script' })
  await issue(workspace, { tenantKey: 'customer-1' })
  const [tenant, deploy] = await list(workspace)
  expect(tenant).toMatchObject({ name: 'Test', role: 'tenant', tenantKey: 'customer-1' })
  expect(deploy).toMatchObject({ name: 'Deploy script', role: 'admin', createdBy: 'Test' })
  expect(deploy?.lastUsedAt).toBeUndefined()
  expect(JSON.stringify(await list(workspace))).not.toContain(admin.slice(-20))

  const lastUsed = async () => (await list(workspace))[1]?.lastUsedAt
  const first = now.toISOString()
  expect(await statusWith(admin)).toBe(200)
  expect(await lastUsed()).toBe(first)
  const useAgain = async () => {
    // Authenticated again, as by another server.
    api.dependencies.authCache.clear()
    await statusWith(admin)
  }
  now = new Date(now.getTime() + 30_000)
  await useAgain()
  expect(await lastUsed(), 'not written at every use').toBe(first)
  now = new Date(now.getTime() + 30_000)
  await useAgain()
  expect(await lastUsed()).toBe(now.toISOString())
  const ahead = now
  now = new Date(ahead.getTime() - 120_000)
  await useAgain()
  expect(await lastUsed(), 'after the clock was set back').toBe(now.toISOString())
  now = ahead
})

test('a token is accepted while the database is read-only and cannot record its use', async () => {
  const workspace = await api.newWorkspace('Read-only')
  const token = await issue(workspace, {})
  const readOnly = new DatabaseUnavailable('The database is read-only', false, undefined)
  const database = failingOnce(api.dependencies.database, 'UpdateQueryNode', readOnly)
  const app = managementApi({ dependencies: { ...api.dependencies, database }, extensions: true })
  const headers = { Authorization: `Bearer ${token}` }
  expect((await app.request('/connectors', { headers })).status).toBe(200)
  expect((await list(workspace))[0]?.lastUsedAt).toBeUndefined()
})

test('a token is revoked at once, and no other; revoking it again changes nothing', async () => {
  const workspace = await api.newWorkspace('Revoked')
  const [first, second] = [await issue(workspace, {}), await issue(workspace, {})]
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  const id = (await list(workspace))[1]?.id ?? ''
  expect(await revoke(workspace, id)).toEqual([200, { count: 1 }])
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  expect(await revoke(workspace, id)).toEqual([200, { count: 0 }])
  expect(await revoke(workspace, 'no id')).toEqual([200, { count: 0 }])
  expect(await list(workspace)).toHaveLength(1)
})

test('all tokens of a workspace are revoked at once, and no other workspace notices', async () => {
  const workspace = await api.newWorkspace('All revoked')
  const other = await api.newWorkspace('Not revoked')
  const tokens = [await issue(workspace, {}), await issue(workspace, { isAdmin: true })]
  const kept = await issue(other, {})
  const elsewhere = (await list(other))[0]?.id ?? ''
  expect(await revoke(workspace, elsewhere)).toEqual([200, { count: 0 }])
  expect(await revoke(workspace)).toEqual([200, { count: 2 }])
  for (const token of tokens) expect(await statusWith(token)).toBe(401)
  expect(await statusWith(kept)).toBe(200)
  expect(await list(workspace)).toEqual([])
})

test('the history names a revoked token, or counts them, and ignores a repetition', async () => {
  const workspace = await api.newWorkspace('Revocations')
  for (const name of ['First', 'Second', 'Third']) await issue(workspace, { name })
  const id = (await list(workspace))[2]?.id ?? ''
  for (const revoked of [id, id, undefined, undefined]) await revoke(workspace, revoked)
  const { body } = await api.request('GET', '/audit-events?operation=revokeAccessToken', {
    token: await adminToken(workspace),
  })
  const { body: all } = await api.request('GET', '/audit-events?operation=revokeAccessTokens', {
    token: await adminToken(workspace),
  })
  const changes = [body, all].map((page) =>
    operations.listAuditEvents.response.parse(page).items.map((item) => item.changes),
  )
  expect(changes).toEqual([
    [[{ path: 'token', before: { id, name: 'First' } }]],
    [[{ path: 'tokens', before: 2, after: 0 }]],
  ])
})

test('the newest token comes first, whatever the clocks of the servers show', async () => {
  const workspace = await api.newWorkspace('Newest first')
  now = new Date(now.getTime() + 60_000)
  await issue(workspace, { name: 'Second' })
  now = new Date(now.getTime() - 60_000)
  await issue(workspace, { name: 'First' })
  expect((await list(workspace)).map(({ name }) => name)).toEqual(['Second', 'First'])
})

test('tokens are found by name, tenant or creator, whatever the case', async () => {
  const workspace = await api.newWorkspace('Searched')
  await issue(workspace, { isAdmin: true, name: 'Deploy 100%' })
  await issue(workspace, { tenantKey: 'Customer-1' })
  const found = async (search: string) =>
    (await list(workspace, `?search=${encodeURIComponent(search)}`)).map(({ name }) => name)
  expect(await found('DEPLOY')).toEqual(['Deploy 100%'])
  expect(await found(' 00%')).toEqual(['Deploy 100%'])
  expect(await found('customer-1')).toEqual(['Test'])
  expect(await found('test'), 'who created it').toEqual(['Test', 'Deploy 100%'])
  expect(await found('d%p')).toEqual([])
  expect(await found('')).toHaveLength(2)
})

test('tokens that are no longer accepted are not listed', async () => {
  const workspace = await api.newWorkspace('Ended')
  await issue(workspace, {})
  now = new Date(now.getTime() + 3_601_000)
  expect(await list(workspace)).toEqual([])
  await issue(workspace, {})
  const token = await adminToken(workspace)
  const rotated = await api.request('POST', `/org-workspaces/${workspace.id}/rotate-secret`, {
    token,
  })
  const { secret } = z.object({ secret: z.string() }).parse(rotated.body)
  expect(await list({ ...workspace, secret })).toEqual([])
})

const day = 86_400_000
const pass = (days: number) => (now = new Date(now.getTime() + days * day))

test('a service token works until it expires or is revoked, and issues no other', async () => {
  const workspace = await api.newWorkspace('Served')
  const issued = { kind: 'service', name: 'Nightly export', isAdmin: true }
  const long = await issue(workspace, issued)
  const short = await issue(workspace, { ...issued, name: 'Trial', expiresInDays: 2 })
  const expiries = (await list(workspace)).map(({ name, kind, role, expiresAt }) => [
    `${name}: ${kind}, ${role}`,
    (Date.parse(expiresAt) - now.getTime()) / day,
  ])
  expect(expiries).toEqual([
    ['Trial: service, admin', 2],
    ['Nightly export: service, admin', 366],
  ])
  const path = `/org-workspaces/${workspace.id}`
  for (const body of [{}, issued, { kind: 'personal', name: 'Mine' }])
    expect(
      (await api.request('POST', `${path}/access-token`, { token: long, body })).status,
      JSON.stringify(body),
    ).toBe(403)
  expect((await api.request('GET', path, { token: long })).body).not.toHaveProperty('secret')
  pass(3)
  expect([await statusWith(long), await statusWith(short)]).toEqual([200, 401])
  pass(362)
  expect(await statusWith(long)).toBe(200)
  pass(2)
  expect(await statusWith(long)).toBe(401)
})

test('a service token with a longer lifetime, a tenant or no name is refused', async () => {
  const workspace = await api.newWorkspace('Invalid')
  const token = await adminToken(workspace)
  const refused = [
    [{ kind: 'service', name: 'Long', expiresInDays: 367 }, 'expiresInDays'],
    [{ kind: 'service', name: 'Customer', tenantKey: 'customer-1' }, 'kind'],
    [{ kind: 'service', name: ' ' }, 'name'],
    [{ kind: 'personal' }, 'name'],
    [{ expiresInDays: 2 }, 'expiresInDays'],
  ] as const
  for (const [body, member] of refused) {
    const response = await api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
      token,
      body,
    })
    expect([response.status, JSON.stringify(response.body)]).toEqual([
      400,
      expect.stringContaining(`"${member}"`),
    ])
  }
  const byOperator = await api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
    token: api.operatorToken,
    body: { kind: 'personal', name: 'Mine' },
  })
  expect(byOperator.status).toBe(403)
})

async function register(workspace: TestWorkspace, body: object) {
  const token = await adminToken(workspace)
  const path = `/org-workspaces/${workspace.id}`
  const { status } = await api.request('PATCH', path, { token, body })
  expect(status).toBe(200)
}

/** Issues a personal token to an admin who signs in with this key. */
async function personal(workspace: TestWorkspace, name: string, key: CryptoKey): Promise<string> {
  const exp = Math.floor(now.getTime() / 1000) + 3600
  const claims = { workspaceKey: workspace.key, isAdmin: true, name, sub: `id of ${name}`, exp }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)
  const { body } = await api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
    token,
    body: { kind: 'personal', name: 'Laptop', isAdmin: true },
  })
  return z.object({ token: z.string() }).parse(body).token
}

test('a personal token acts as its owner, and is revoked with their sign-in key', async () => {
  const workspace = await api.newWorkspace('Personal')
  const path = `/org-workspaces/${workspace.id}`
  const keys = [await generateKeyPair('ES256'), await generateKeyPair('ES256')] as const
  const [first, second] = [
    { name: 'ann', publicKey: await exportSPKI(keys[0].publicKey) },
    { name: 'bob', publicKey: await exportSPKI(keys[1].publicKey) },
  ]
  await register(workspace, { publicKeys: [first, second] })
  const tokens = [
    await personal(workspace, 'Ann', keys[0].privateKey),
    await personal(workspace, 'Bob', keys[1].privateKey),
  ]
  expect(await list(workspace)).toMatchObject([
    { name: 'Laptop', kind: 'personal', createdBy: 'Bob' },
    { name: 'Laptop', kind: 'personal', createdBy: 'Ann' },
  ])
  const renamed = { token: tokens[0] ?? '', body: { name: 'Renamed' } }
  expect((await api.request('PATCH', path, renamed)).status).toBe(200)
  const { body } = await api.request('GET', '/audit-events?path=name', { token: renamed.token })
  expect(body).toMatchObject({
    items: [{ actor: { name: 'Ann', credential: { signedBy: 'server', subject: 'id of Ann' } } }],
  })

  // The same name with another key is another person.
  const publicKeys = [{ ...first, publicKey: second.publicKey }, second]
  await register(workspace, { publicKeys })
  expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 200])
})

test('a personal token of a published key is revoked with the address of the keys', async () => {
  const workspace = await api.newWorkspace('Published')
  const [remote, local] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  published = [{ ...(await exportJWK(remote.publicKey)), alg: 'ES256' }]
  const publicKeys = [{ name: 'bob', publicKey: await exportSPKI(local.publicKey) }]
  await register(workspace, { publicKeys, jwksUri: 'https://keys.example/old' })
  const ofAnn = await personal(workspace, 'Ann', remote.privateKey)
  const first = await personal(workspace, 'Bob', local.privateKey)

  await register(workspace, { publicKeys: [] })
  expect([await statusWith(ofAnn), await statusWith(first)]).toEqual([200, 401])
  await register(workspace, { publicKeys })
  const second = await personal(workspace, 'Bob', local.privateKey)
  await register(workspace, { jwksUri: 'https://keys.example/new' })
  expect([await statusWith(ofAnn), await statusWith(second)]).toEqual([401, 200])
})

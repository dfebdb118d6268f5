import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { managementApi } from '@/server/http/api'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { testApi } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { failingOnce } from '@/server/testing/failing-once'
import { testProvider } from '@/server/testing/identity-provider'
import { verifyProviderToken } from './provider-token'

let now = new Date()
const clock = () => now

const ann = { sub: 'ann-1', name: 'Ann Park' }
const operator = { ...ann, groups: ['ops'] }
const shopAdmin = { ...ann, groups: ['shop-admins'] }

const provider = await testProvider(clock, [
  { claim: 'groups', value: 'ops', role: 'operator' },
  { claim: 'groups', value: 'all', role: 'reader' },
  // Known once the workspaces exist; the rules hold these lists.
  { claim: 'groups', value: 'shop-admins', role: 'admin', workspaces: [] },
  { claim: 'groups', value: 'bank-readers', role: 'reader', workspaces: [] },
])
const api = await apiPerFile({ clock, identityProvider: provider.provider })
const shop = await api.newWorkspace('Shop')
const bank = await api.newWorkspace('Bank')
provider.provider.roles[2]?.workspaces?.push(shop.key)
provider.provider.roles[3]?.workspaces?.push(bank.key)

beforeEach(() => {
  now = new Date()
})

async function get(token: string, path = '/connectors', workspace?: string) {
  const headers = workspace === undefined ? {} : { Workspace: workspace }
  return api.request('GET', path, { token, headers })
}

test.each([
  ['another audience', { aud: 'other-app' }, "its claim 'aud'"],
  ['no audience', { aud: undefined }, "its claim 'aud'"],
  ['the past', { exp: Math.floor(Date.now() / 1000) - 61 }, 'has expired'],
  ['the future', { nbf: Math.floor(Date.now() / 1000) + 120 }, "its claim 'nbf'"],
  ['a week', { exp: Math.floor(Date.now() / 1000) + 7 * 86_400 }, 'valid for too long'],
  ['nobody', { sub: undefined }, "its claim 'sub'"],
])('a token for %s is refused', async (_name, claims, message) => {
  const { status, body } = await get(await provider.sign({ ...operator, ...claims }))
  expect(status).toBe(401)
  expect(body).toMatchObject({ message: expect.stringContaining(message) })
})

test('clocks may differ by a minute', async () => {
  const issued = Math.floor(now.getTime() / 1000)
  const ahead = await provider.sign({ ...operator, iat: issued + 50, nbf: issued + 50 })
  const behind = await provider.sign({ ...operator, exp: issued - 50 })
  expect((await get(ahead, '/org-workspaces')).status).toBe(200)
  expect((await get(behind, '/org-workspaces')).status).toBe(200)
})

test.each([
  ['in milliseconds', { iat: Date.now() }],
  ['out of range', { iat: 1e300 }],
  ['before 1970', { iat: -1e300 }],
])('a time of issue %s is no error', async (_name, claims) => {
  expect(
    (await get(await provider.sign({ ...operator, ...claims }), '/org-workspaces')).status,
  ).toBe(200)
})

test('a name that is too long or cannot be stored is shortened', async () => {
  const name = `${'x'.repeat(150)}\0${'x'.repeat(48)}😀😀`
  const verified = verifyProviderToken(
    api.dependencies,
    provider.provider,
    await provider.sign({ ...operator, name }),
  )
  const shortened = `${'x'.repeat(150)}\u{FFFD}${'x'.repeat(48)}\u{FFFD}`
  expect(await verified).toMatchObject({ name: shortened, claims: { name: shortened } })
})

test('only the published keys of the provider verify, and only tokens of users', async () => {
  const refused = [
    await provider.signElsewhere(operator),
    await provider.sign(operator, { kid: 'two' }),
    await provider.sign(operator, { typ: 'logout+jwt' }),
  ]
  for (const token of refused) expect((await get(token, '/org-workspaces')).status).toBe(401)
  const unsigned = (await provider.sign(operator)).replace(
    /^[^.]+/,
    Buffer.from('{"alg":"none"}').toString('base64url'),
  )
  expect((await get(unsigned, '/org-workspaces')).status).toBe(401)
})

test('a user in an operator group is an operator, named in the history', async () => {
  const token = await provider.sign({ ...operator, jti: 'sign-in-7' })
  const renamed = await api.request('PATCH', `/org-workspaces/${shop.id}`, {
    token,
    body: { name: 'Shop of Ann' },
  })
  expect(renamed.status).toBe(200)
  const { body } = await get(token, `/audit-events?workspaceId=${shop.id}&limit=1`)
  expect(body).toMatchObject({
    items: [
      {
        actor: {
          role: 'operator',
          name: 'Ann Park',
          credential: {
            signedBy: 'provider',
            issuer: provider.issuer,
            subject: 'ann-1',
            tokenId: 'sign-in-7',
            keyId: 'one',
          },
        },
      },
    ],
  })
  expect((await get(token, `/org-workspaces/${shop.id}`)).body).toHaveProperty('secret')
  // With a workspace named, the operator acts as its admin, under the same name.
  expect((await get(token)).status).toBe(403)
  expect((await get(token, '/connectors', shop.key)).status).toBe(200)
})

test('what an operator reads as an admin of a workspace is recorded', async () => {
  const visited = await api.newWorkspace('Visited')
  const token = await provider.sign({ ...operator, jti: 'sign-in-8' })
  for (const path of ['/connectors', '/connections', `/org-workspaces/${visited.id}`])
    expect((await get(token, path, visited.id)).status).toBe(200)
  const { body } = await get(token, `/audit-events?workspaceId=${visited.id}&outcome=read`)
  expect(body).toMatchObject({
    items: [{ operation: 'listConnectors', actor: { name: 'Ann Park', role: 'admin' } }],
  })

  const key = provider.provider.roles[2]?.workspaces
  key?.push(visited.key)
  expect((await get(await provider.sign(shopAdmin), '/connectors', visited.id)).status).toBe(200)
  key?.pop()
  const after = await get(token, `/audit-events?workspaceId=${visited.id}&outcome=read`)
  expect(after.body).toMatchObject({ items: [{ operation: 'listConnectors' }] })
})

test('a role in one workspace gives no access to others, the secret or new tokens', async () => {
  const token = await provider.sign(shopAdmin)
  const own = await get(token, `/org-workspaces/${shop.id}`)
  expect(own.status).toBe(200)
  expect(own.body).not.toHaveProperty('secret')
  expect((await get(token, `/org-workspaces/${bank.id}`)).status).toBe(404)
  for (const selector of [bank.id, bank.key, 'unknown', ''])
    expect((await get(token, '/connectors', selector)).status, selector).toBe(403)
  const path = `/org-workspaces/${shop.id}/access-token`
  expect((await api.request('POST', path, { token, body: {} })).status).toBe(403)
  expect(
    (await api.request('POST', '/org-workspaces', { token, body: { name: 'New' } })).status,
  ).toBe(403)
})

test('a user with roles in several workspaces names one, and lists all of them', async () => {
  const token = await provider.sign({ ...ann, groups: ['shop-admins', 'bank-readers'] })
  const { status, body } = await get(token)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    data: { issues: [{ path: ['header', 'Workspace'], code: 'required' }] },
  })
  expect((await get(token, '/org-workspaces', shop.id)).body).toMatchObject({
    items: expect.toSatisfy((items: unknown[]) => items.length === 2),
  })
  expect((await get(token, `/org-workspaces/${shop.id}`, shop.id)).status).toBe(200)
  expect((await get(token, `/org-workspaces/${bank.id}`, bank.id)).status).toBe(403)
  expect((await get(token, '/connectors', bank.key)).status).toBe(200)
  const write = (workspace: string) =>
    api.request('POST', '/external-apps', {
      token,
      headers: { Workspace: workspace },
      body: { key: `app-${workspace}`, name: 'App' },
    })
  expect((await write(shop.key)).status).toBe(200)
  expect((await write(bank.key)).status).toBe(403)
})

test('a removed role takes effect with the next token', async () => {
  const before = await get(await provider.sign(operator), '/org-workspaces')
  expect(before.status).toBe(200)
  const { status, body } = await get(await provider.sign({ ...ann, groups: ['other'] }))
  expect(status).toBe(403)
  expect(body).toMatchObject({
    message: expect.stringMatching(/Example signed you in as Ann Park, but you have no role here/),
  })
})

test('while the provider is down, known keys verify for a quarter of an hour', async () => {
  const sign = () => provider.sign(operator)
  expect((await get(await sign(), '/org-workspaces')).status).toBe(200)
  provider.isDown = true
  now = new Date(now.getTime() + 10 * 60_000)
  expect((await get(await sign(), '/org-workspaces')).status).toBe(200)
  now = new Date(now.getTime() + 10 * 60_000)
  expect((await get(await sign(), '/org-workspaces')).status).toBe(503)
  provider.isDown = false
  now = new Date(now.getTime() + 60_000)
  expect((await get(await sign(), '/org-workspaces')).status).toBe(200)
})

test.each([
  ['cannot be reached', { isDown: true }],
  ['publishes no keys', { metadata: { jwks_uri: undefined } }],
])('a provider that %s makes its tokens unavailable, not wrong', async (problem, state) => {
  const broken = Object.assign(await testProvider(clock, []), state)
  const verified = verifyProviderToken(api.dependencies, broken.provider, await broken.sign())
  await expect(verified).rejects.toMatchObject({
    key: 'unavailable',
    message: expect.stringContaining(`Example ${problem}`),
  })
})

test('tokens of an archived workspace are refused, and those of others still sign in', async () => {
  const closed = await api.newWorkspace('Closed')
  const token = await provider.sign({ ...ann, groups: ['all'] })
  expect((await get(token, '/connectors', closed.key)).status).toBe(200)
  await api.request('DELETE', `/org-workspaces/${closed.id}`, { token: api.operatorToken })
  expect((await get(token, '/connectors', closed.key)).status).toBe(403)
  expect((await get(token, '/connectors', shop.key)).status).toBe(200)
})

test.each([
  ['lower', ['all']],
  ['no', ['other']],
])('with a %s role, personal tokens end on other servers within a second', async (_, groups) => {
  const { database } = api.dependencies
  const other = await testApi({ clock, identityProvider: provider.provider, database })
  const issued = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
    token: await provider.sign(shopAdmin),
    body: { kind: 'personal', name: 'Elsewhere', isAdmin: true },
  })
  const { token } = z.object({ token: z.string() }).parse(issued.body)
  const status = async () => (await other.request('GET', '/connectors', { token })).status
  expect(await status()).toBe(200)
  await get(await provider.sign({ ...ann, groups }), '/connectors', shop.key)
  now = new Date(now.getTime() + 1000)
  expect(await status()).toBe(401)
})

test('a sign-in for one workspace counts for personal tokens in the others', async () => {
  const signIn = async (...groups: string[]) => {
    const { status } = await get(await provider.sign({ ...ann, groups }), '/connectors', bank.key)
    expect(status).toBe(200)
  }
  const issued = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
    token: await provider.sign(shopAdmin),
    body: { kind: 'personal', name: 'In the shop' },
  })
  const { token } = z.object({ token: z.string() }).parse(issued.body)
  now = new Date(now.getTime() + 8 * 86_400_000)
  await signIn('shop-admins', 'bank-readers')
  expect((await get(token)).status, 'still has a role in the shop').toBe(200)
  await signIn('bank-readers')
  expect((await get(token)).status, 'has lost the role in the shop').toBe(401)
})

test('users sign in while the database is read-only and cannot record that they did', async () => {
  const issued = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
    token: await provider.sign(shopAdmin),
    body: { kind: 'personal', name: 'Seen hours ago' },
  })
  expect(issued.status).toBe(200)
  now = new Date(now.getTime() + 2 * 3_600_000)
  const readOnly = new DatabaseUnavailable('The database is read-only', false, undefined)
  const database = failingOnce(api.dependencies.database, 'UpdateQueryNode', readOnly)
  const app = managementApi({ dependencies: { ...api.dependencies, database }, extensions: true })
  const headers = { Authorization: `Bearer ${await provider.sign(shopAdmin)}` }
  expect((await app.request('/connectors', { headers })).status).toBe(200)
})

test('an earlier sign-in does not end personal tokens that were issued since', async () => {
  const earlier = await provider.sign({ ...ann, groups: ['bank-readers'] })
  now = new Date(now.getTime() + 120_000)
  const issued = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
    token: await provider.sign(shopAdmin),
    body: { kind: 'personal', name: 'With the new role' },
  })
  const { token } = z.object({ token: z.string() }).parse(issued.body)
  expect((await get(earlier)).status).toBe(200)
  expect((await get(token)).status).toBe(200)
})

test('personal tokens end with the role also if the clock was set back', async () => {
  const present = now
  const issue = async () => {
    const issued = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
      token: await provider.sign(shopAdmin),
      body: { kind: 'personal', name: 'Ahead', isAdmin: true },
    })
    return z.object({ token: z.string() }).parse(issued.body).token
  }
  const before = await issue()
  now = new Date(present.getTime() + 100 * 86_400_000)
  await get(await provider.sign(shopAdmin))
  const ahead = await issue()
  now = new Date(present.getTime() + 120_000)
  const statuses = () =>
    Promise.all([before, ahead].map(async (token) => (await get(token)).status))
  expect(await statuses(), 'last seen at an unknown time').toEqual([401, 401])
  await get(await provider.sign(shopAdmin))
  expect(await statuses(), 'seen again').toEqual([200, 200])
  now = new Date(now.getTime() + 8 * 86_400_000)
  expect(await statuses(), 'away for over a week').toEqual([401, 401])
  await get(await provider.sign({ ...ann, groups: ['all'] }), '/connectors', shop.key)
  await get(await provider.sign(shopAdmin))
  expect(await statuses(), 'were a reader').toEqual([401, 401])
})

// The last one: it moves the clock by days.
test('a personal token ends with its owner’s role, and pauses while they are away', async () => {
  const mine = async (body: object = {}) => {
    const response = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
      token: await provider.sign(shopAdmin),
      body: { kind: 'personal', name: 'Laptop', isAdmin: true, ...body },
    })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    return z.object({ token: z.string() }).parse(response.body).token
  }
  const statuses = (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await get(token)).status))
  const signIn = async (groups: string[]) => get(await provider.sign({ ...ann, groups }))

  const [admin, reader] = [await mine(), await mine({ isAdmin: false })]
  expect(await statuses(admin, reader)).toEqual([200, 200])
  now = new Date(now.getTime() + 6.9 * 86_400_000)
  expect(await statuses(admin, reader), 'away for almost a week').toEqual([200, 200])
  now = new Date(now.getTime() + 86_400_000)
  expect(await statuses(admin, reader), 'away for over a week').toEqual([401, 401])
  await signIn(['shop-admins'])
  expect(await statuses(admin, reader), 'back').toEqual([200, 200])
  await get(await provider.sign({ ...ann, groups: ['all'] }), '/connectors', shop.key)
  expect(await statuses(admin, reader), 'a reader now').toEqual([401, 200])
  await signIn(['shop-admins'])
  expect(await statuses(admin, reader), 'ended for good').toEqual([401, 200])
  expect((await signIn(['other'])).status).toBe(403)
  expect(await statuses(reader), 'no role anywhere').toEqual([401])

  const service = await api.request('POST', `/org-workspaces/${shop.id}/access-token`, {
    token: await provider.sign(shopAdmin),
    body: { kind: 'service', name: 'Export' },
  })
  expect(service.status, 'would outlive the role').toBe(403)
})

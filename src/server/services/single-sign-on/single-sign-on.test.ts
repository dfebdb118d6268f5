import { beforeEach, expect, test } from 'vitest'
import { historyOperations } from '@/contract/history'
import { singleSignOnOperations } from '@/contract/single-sign-on'
import { tokenOperations } from '@/contract/tokens'
import { testApi } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { failingOnce } from '@/server/testing/failing-once'
import { testProvider } from '@/server/testing/identity-provider'

let now = new Date()
const clock = () => now
const redirectUri = 'https://console.example/signed-in'

const provider = await testProvider(clock, [
  { claim: 'groups', value: 'ops', role: 'operator' },
  { claim: 'groups', value: 'shop-admins', role: 'admin', workspaces: ['unknown'] },
  { claim: 'groups', value: 'guests', role: 'reader', workspaces: ['unknown'] },
])
const api = await apiPerFile({ clock, identityProvider: provider.provider })
const shop = await api.newWorkspace('Shop')
provider.provider.roles[1]?.workspaces?.push(shop.key)

beforeEach(() => {
  now = new Date()
  provider.isDown = false
  provider.requests.length = 0
})

const post = (step: string, body: unknown) =>
  api.request('POST', `/single-sign-on/${step}`, { body })

async function start() {
  const { body } = await post('start', { redirectUri })
  const { authorizationUri, attempt } =
    singleSignOnOperations.startSingleSignOn.response.parse(body)
  const asked = new URL(authorizationUri).searchParams
  return { asked, attempt, state: asked.get('state') ?? '' }
}

/** The provider returns the user with a code, and exchanges it for a token with these claims. */
async function finish(claims: Record<string, unknown>, nonce?: string, on = api) {
  const { asked, attempt, state } = await start()
  provider.respond = async () =>
    Response.json({
      access_token: 'opaque',
      token_type: 'Bearer',
      refresh_token: 'refresh-1',
      id_token: await provider.sign({ nonce: nonce ?? asked.get('nonce'), ...claims }),
    })
  const body = { attempt, callbackUri: `${redirectUri}?code=abc&state=${state}` }
  return on.request('POST', '/single-sign-on/finish', { body })
}

async function signedIn(claims: Record<string, unknown>) {
  const { status, body } = await finish(claims)
  expect(status, JSON.stringify(body)).toBe(200)
  return singleSignOnOperations.finishSingleSignOn.response.parse(body)
}

const member = { sub: 'ann-1', name: 'Ann Park', groups: ['shop-admins'] }
const operator = { ...member, groups: ['ops'] }

test('the sign-in requests a code from the provider, with PKCE', async () => {
  expect((await api.request('GET', '/single-sign-on')).body).toEqual({
    provider: { name: 'Example' },
  })
  const { asked } = await start()
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'signalbox',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge_method: 'S256',
  })
  expect((await post('start', { redirectUri: 'https://console.example/elsewhere' })).status).toBe(
    400,
  )
})

test('a code is exchanged for a session with a token that the API accepts', async () => {
  const session = await signedIn(member)
  expect(session).toMatchObject({
    name: 'Ann Park',
    subject: 'ann-1',
    workspaces: [{ id: shop.id, name: 'Shop', role: 'admin' }],
  })
  expect(session.role).toBeUndefined()
  const exchange = provider.requests.find(({ path }) => path === '/token')?.parameters
  expect(exchange?.get('code')).toBe('abc')
  expect(exchange?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  const sent = { token: session.token, headers: { Workspace: shop.id } }
  expect((await api.request('GET', '/connectors', sent)).status).toBe(200)
  expect((await signedIn(operator)).role).toBe('operator')
})

test('a session names workspaces in alphabetical order, in whatever case', async () => {
  const arcade = await api.newWorkspace('arcade')
  provider.provider.roles[2]?.workspaces?.push(arcade.key)
  const { workspaces } = await signedIn({ ...member, groups: ['shop-admins', 'guests'] })
  expect(workspaces.map(({ name }) => name)).toEqual(['arcade', 'Shop'])
})

test('an outage of the database is not blamed on the provider', async () => {
  const database = failingOnce(api.dependencies.database, 'SelectQueryNode')
  const other = await testApi({ clock, identityProvider: provider.provider, database })
  const { status, body } = await finish(member, undefined, other)
  expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining('database')])
  expect(other.logged.map(({ message }) => message)).toEqual(['request handled'])
})

test('the session is renewed without the user until the provider or the roles refuse', async () => {
  const { renewal } = await signedIn(member)
  expect(renewal).not.toContain('refresh-1')
  const respondWith = (claims: object) => async (parameters: URLSearchParams) =>
    Response.json({
      access_token: 'opaque',
      token_type: 'Bearer',
      refresh_token: `${parameters.get('refresh_token')}+`,
      id_token: await provider.sign({ ...member, ...claims }),
    })
  provider.respond = respondWith({})
  const renewed = await post('renew', { renewal })
  const next = singleSignOnOperations.renewSingleSignOn.response.parse(renewed.body)
  provider.respond = respondWith({ groups: ['ops'] })
  // The provider replaced the refresh token, and its replacement is used next.
  expect((await post('renew', { renewal: next.renewal })).body).toMatchObject({ role: 'operator' })
  const refreshed = provider.requests.filter(({ path }) => path === '/token')
  expect(refreshed.at(-1)?.parameters.get('refresh_token')).toBe('refresh-1+')

  provider.respond = respondWith({ sub: 'somebody-else' })
  expect((await post('renew', { renewal })).status).toBe(401)
  provider.respond = respondWith({ groups: [] })
  expect((await post('renew', { renewal })).status).toBe(403)
  provider.respond = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  const disabled = await post('renew', { renewal })
  expect(disabled.status).toBe(401)
  expect(disabled.body).toMatchObject({
    message: 'Your sign-in with Example has ended: sign in again',
  })
})

test('a user without a role gets an explanation, and the log names the claims', async () => {
  const { status, body } = await finish({ ...member, groups: ['other'] })
  expect(status).toBe(403)
  expect(body).toMatchObject({
    message: expect.stringContaining('signed you in as Ann Park, but you have no role here'),
  })
  expect(api.logged.at(-2)?.facts).toMatchObject({
    subject: 'ann-1',
    claims: expect.arrayContaining(['groups']),
  })
})

test('a callback that does not belong to the attempt is refused', async () => {
  const { attempt, state } = await start()
  const callbackUri = `${redirectUri}?code=abc&state=${state}`
  const asked = () => provider.requests.filter(({ path }) => path === '/token').length
  const attempts: [string, unknown][] = [
    ['another state', { attempt, callbackUri: `${redirectUri}?code=abc&state=other` }],
    ['a forged attempt', { attempt: attempt.slice(0, -3), callbackUri }],
    ['another issuer', { attempt, callbackUri: `${callbackUri}&iss=https://evil.example` }],
  ]
  for (const [name, body] of attempts) {
    const { status } = await post('finish', body)
    expect([401, 503], name).toContain(status)
  }
  now = new Date(now.getTime() + 11 * 60_000)
  expect((await post('finish', { attempt, callbackUri })).status).toBe(401)
  expect((await post('renew', { renewal: attempt })).status).toBe(401)
  expect(asked()).toBe(0)
  now = new Date()
  expect((await finish(member, 'another nonce')).status).toBe(401)
})

test('each failure of the provider has its own message', async () => {
  const { attempt, state } = await start()
  const cancelled = await post('finish', {
    attempt,
    callbackUri: `${redirectUri}?error=access_denied&state=${state}`,
  })
  expect(cancelled.body).toMatchObject({
    message: 'Example did not sign you in: you or the provider cancelled it',
  })
  const withCode = { attempt, callbackUri: `${redirectUri}?code=abc&state=${state}` }
  provider.respond = () => Response.json({ error: 'invalid_client' }, { status: 400 })
  const misconfigured = await post('finish', withCode)
  expect(misconfigured.status).toBe(503)
  expect(misconfigured.body).toMatchObject({ message: expect.stringContaining('OIDC settings') })
  provider.isDown = true
  const down = await post('finish', withCode)
  expect(down.status).toBe(503)
  expect(down.body).toMatchObject({ message: expect.stringContaining('Example can’t be reached') })
})

test('a provider that has a failure of its own is not said to refuse this server', async () => {
  const { attempt, state } = await start()
  const { status, body } = await post('finish', {
    attempt,
    callbackUri: `${redirectUri}?error=temporarily_unavailable&state=${state}`,
  })
  expect(status).toBe(503)
  expect(body).toMatchObject({ message: expect.stringContaining('Try again in a moment') })
})

test.each([
  ['is too long', { groups: Array.from({ length: 1000 }, (_, n) => `group ${n}`) }, 'too long'],
  ['is valid for days', { exp: Math.floor(Date.now() / 1000) + 200_000 }, 'valid for too long'],
  ['has a subject that cannot be stored', { sub: 'a\0' }, "its claim 'sub'"],
])('a token that %s is refused at sign-in, as in requests', async (_name, claims, message) => {
  const { status, body } = await finish({ ...operator, ...claims })
  expect(status).toBe(401)
  expect(body).toMatchObject({ message: expect.stringContaining(message) })
})

test('personal tokens end with a sign-in without the claim, not with another token', async () => {
  const path = `/org-workspaces/${shop.id}/access-token`
  const issued = await api.request('POST', path, {
    token: await provider.sign(member),
    headers: { Workspace: shop.id },
    body: { kind: 'personal', name: 'Laptop', isAdmin: true },
  })
  const { token: mine } = tokenOperations.createOrgWorkspaceAccessToken.response.parse(issued.body)
  const statusOf = async (token: string) =>
    (await api.request('GET', '/connectors', { token })).status
  const withoutGroups = { ...member, groups: undefined }

  expect(await statusOf(await provider.sign(withoutGroups))).toBe(403)
  expect(await statusOf(mine)).toBe(200)
  expect((await finish(withoutGroups)).status).toBe(403)
  expect(await statusOf(mine)).toBe(401)
  await signedIn(member)
  expect(await statusOf(mine), 'ended for good').toBe(401)

  const { body } = await api.request('GET', `/audit-events?workspaceId=${shop.id}&limit=1`, {
    token: api.operatorToken,
  })
  expect(historyOperations.listAuditEvents.response.parse(body).items).toMatchObject([
    {
      operation: 'revokeAccessToken',
      subject: { type: 'workspace', id: shop.id },
      actor: {
        name: 'Ann Park',
        role: 'admin',
        credential: { signedBy: 'provider', issuer: provider.issuer, subject: 'ann-1' },
      },
      reason: 'At the identity provider, its owner no longer has its role',
      changes: [{ path: 'token', before: { name: 'Laptop' } }],
    },
  ])
})

test('signing out revokes the refresh token, and leads to the page of the provider', async () => {
  const { token, renewal } = await signedIn(member)
  const returnUri = 'https://console.example/sign-in'
  const { body } = await post('end', { token, renewal, returnUri })
  const { signOutUri } = singleSignOnOperations.endSingleSignOn.response.parse(body)
  expect(Object.fromEntries(new URL(signOutUri ?? '').searchParams)).toEqual({
    client_id: 'signalbox',
    id_token_hint: token,
    post_logout_redirect_uri: returnUri,
  })
  const revoked = provider.requests.find(({ path }) => path === '/revoke')
  expect(revoked?.parameters.get('token')).toBe('refresh-1')
})

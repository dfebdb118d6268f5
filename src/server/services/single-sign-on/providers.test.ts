import { afterAll, beforeEach, expect, test } from 'vitest'
import { singleSignOnOperations } from '@/contract/single-sign-on'
import type { IdentityProvider } from '@/server/core/ports/identity-provider'
import { testApi, type TestApi, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { testProvider, type TestProvider } from '@/server/testing/identity-provider'

let now = new Date()
const clock = () => now
const redirectUri = 'https://console.example/signed-in'
const returnUri = 'https://console.example/sign-in'
const apis: TestApi[] = []
/** Without a provider; the other servers share its database. */
const first = await apiPerFile()
afterAll(() => Promise.all(apis.map((api) => api.close())))
beforeEach(() => {
  now = new Date()
})

interface Signing {
  api: TestApi
  provider: TestProvider
  post: (step: string, body: unknown) => ReturnType<TestApi['request']>
  start: (more?: object) => Promise<{ address: URL; attempt: string }>
  finish: (tokens?: object, claims?: object) => ReturnType<TestApi['request']>
}

/** Serves users of a provider that publishes this metadata and is configured like this. */
async function signing(
  metadata: Record<string, unknown> = {},
  configuration: Partial<IdentityProvider> = {},
): Promise<Signing> {
  const provider = await testProvider(clock, [{ claim: 'team', value: 'ops', role: 'operator' }])
  Object.assign(provider.provider, configuration)
  provider.metadata = metadata
  const api = await testApi({
    clock,
    identityProvider: provider.provider,
    database: first.dependencies.database,
  })
  apis.push(api)
  const post: Signing['post'] = (step, body) =>
    api.request('POST', `/single-sign-on/${step}`, { body })
  const start: Signing['start'] = async (more = {}) => {
    const { body } = await post('start', { redirectUri, ...more })
    const read = singleSignOnOperations.startSingleSignOn.response.parse(body)
    return { address: new URL(read.authorizationUri), attempt: read.attempt }
  }
  return {
    api,
    provider,
    post,
    start,
    async finish(tokens = {}, claims = {}) {
      const { address, attempt } = await start()
      const { state = '', nonce } = Object.fromEntries(address.searchParams)
      provider.respond = async () =>
        Response.json({
          access_token: 'opaque',
          token_type: 'Bearer',
          id_token: await provider.sign({ nonce, name: 'Ann', team: 'ops', ...claims }),
          ...tokens,
        })
      return post('finish', { attempt, callbackUri: `${redirectUri}?code=abc&state=${state}` })
    },
  }
}

const session = (body: unknown) => singleSignOnOperations.finishSingleSignOn.response.parse(body)

test('a server without a provider says so', async () => {
  expect((await first.request('GET', '/single-sign-on')).body).toEqual({})
  const sent = { body: { redirectUri } }
  expect((await first.request('POST', '/single-sign-on/start', sent)).status).toBe(404)
})

test.each([
  ['the header, if the provider says nothing', {}, {}, [true, null]],
  [
    'the header, if the provider takes both',
    { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] },
    {},
    [true, null],
  ],
  [
    'the body, if the provider takes no header',
    { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    {},
    [false, 'hush'],
  ],
  ['nothing, without a secret', {}, { clientSecret: undefined }, [false, null]],
] as const)('the secret of the client is sent in %s', async (_name, metadata, configured, sent) => {
  const { provider, finish } = await signing(metadata, configured)
  expect((await finish()).status).toBe(200)
  const { authorization, parameters } =
    provider.requests.find(({ path }) => path === '/token') ?? {}
  expect([authorization !== null, parameters?.get('client_secret')]).toEqual(sent)
  if (authorization !== null && authorization !== undefined)
    expect(Buffer.from(authorization.slice('Basic '.length), 'base64').toString()).toBe(
      'signalbox:hush',
    )
})

test('the provider asks for credentials again if it is told to', async () => {
  const { start } = await signing()
  expect((await start({ prompt: 'login' })).address.searchParams.get('prompt')).toBe('login')
  expect((await start()).address.searchParams.has('prompt')).toBe(false)
})

test('the address to return to has nothing after its path', async () => {
  const { post } = await signing()
  for (const rest of ['?from=here', '#here'])
    expect((await post('start', { redirectUri: redirectUri + rest })).body).toMatchObject({
      data: { issues: [{ path: ['body', 'redirectUri'] }] },
    })
})

test('an attempt is valid for ten minutes', async () => {
  const { provider, start, post } = await signing()
  const attempts = [await start(), await start()]
  const finished = async (index: number) => {
    const { attempt, address } = attempts[index] ?? (await start())
    const { state = '', nonce } = Object.fromEntries(address.searchParams)
    provider.respond = async () => {
      const id_token = await provider.sign({ nonce, team: 'ops' })
      return Response.json({ access_token: 'opaque', token_type: 'Bearer', id_token })
    }
    const callbackUri = `${redirectUri}?code=abc&state=${state}`
    return (await post('finish', { attempt, callbackUri })).status
  }
  now = new Date(now.getTime() + 600_000)
  expect(await finished(0)).toBe(200)
  now = new Date(now.getTime() + 1)
  expect(await finished(1)).toBe(401)
})

test('a session ends with its token, and is renewed only with a refresh token', async () => {
  const { finish, post, provider } = await signing()
  const expiresAt = new Date(Math.floor(now.getTime() / 1000) * 1000 + 300_000).toISOString()
  const once = session((await finish()).body)
  expect(once).toMatchObject({ name: 'Ann', role: 'operator', expiresAt })
  expect(once).not.toHaveProperty('renewal')

  const { renewal } = session((await finish({ refresh_token: 'refresh' })).body)
  const respondWith = async (tokens: object) => {
    provider.respond = () =>
      Response.json({ access_token: 'opaque', token_type: 'Bearer', ...tokens })
    return post('renew', { renewal })
  }
  // Not replaced, the refresh token stays in use.
  const id_token = await provider.sign({ team: 'ops' })
  const next = session((await respondWith({ id_token })).body)
  await post('renew', { renewal: next.renewal })
  expect(provider.requests.at(-1)?.parameters.get('refresh_token')).toBe('refresh')
  expect(await respondWith({})).toMatchObject({
    status: 401,
    body: { message: 'Example sent no ID token: the scope openid is required' },
  })
})

test('a token for another application, or of another time, is refused', async () => {
  const { finish } = await signing()
  const refused = {
    status: 401,
    body: { message: expect.stringContaining('it is for another application, or the clocks') },
  }
  const seconds = Math.floor(now.getTime() / 1000)
  expect(await finish({}, { aud: 'other' })).toMatchObject(refused)
  expect(await finish({}, { exp: seconds - 120, iat: seconds - 400 })).toMatchObject(refused)
})

test('a clock that differs a lot from the real one is used for tokens too', async () => {
  const { finish } = await signing()
  now = new Date(now.getTime() + 86_400_000)
  expect((await finish()).status).toBe(200)
})

test('a user signs out here, whatever the provider offers or does', async () => {
  const bare = await signing({ revocation_endpoint: undefined, end_session_endpoint: undefined })
  const { token, renewal } = session((await bare.finish({ refresh_token: 'refresh' })).body)
  const ended = await bare.post('end', { token, renewal, returnUri })
  expect([ended.status, ended.body]).toEqual([200, {}])
  expect(bare.provider.requests.map(({ path }) => path)).not.toContain('/revoke')
  const failures = ({ logged }: TestApi) =>
    logged.filter(({ message }) => message === 'a refresh token could not be revoked').length
  expect(failures(bare.api)).toBe(0)

  const { api, provider, post } = await signing()
  expect((await post('end', { token, returnUri })).status).toBe(200)
  expect(provider.requests.map(({ path }) => path)).not.toContain('/revoke')
  expect(failures(api)).toBe(0)
  provider.isDown = true
  const forged = 'not of this server'
  for (const [index, held] of [renewal, forged].entries()) {
    const { status, body } = await post('end', { token, renewal: held, returnUri })
    expect(status).toBe(200)
    expect(body).toHaveProperty('signOutUri')
    expect(failures(api)).toBe(index + 1)
  }
})

test.each([
  [
    'an error',
    () =>
      Response.json(
        { error: 'invalid_client', error_description: 'x'.repeat(400), id_token: 'eyJ.secret' },
        { status: 400 },
      ),
    { code: 'invalid_client', reason: 'x'.repeat(300) },
  ],
  [
    'a challenge',
    () =>
      new Response(null, {
        status: 401,
        headers: { 'WWW-Authenticate': 'Basic error="invalid_client", token="eyJ.secret"' },
      }),
    { code: 'invalid_client', reason: '' },
  ],
  [
    'text that is not JSON',
    () =>
      new Response('eyJ.secret', { status: 200, headers: { 'Content-Type': 'application/json' } }),
    { code: 'OAUTH_PARSE_ERROR', reason: 'failed to parse "response" body as JSON' },
  ],
])('of %s that the provider responds with, the log has code and reason only', async (...given) => {
  const [, respond, facts] = given
  const { api, provider, start, post } = await signing()
  const { address, attempt } = await start()
  provider.respond = respond
  const callbackUri = `${redirectUri}?code=abc&state=${address.searchParams.get('state')}`
  expect((await post('finish', { attempt, callbackUri })).status).toBe(503)
  expect(api.logged).toEqual([
    expect.anything(),
    {
      facts: { ...facts, issuer: provider.issuer },
      message: 'a sign-in with the identity provider failed',
    },
    expect.anything(),
  ])
})

test('a provider without a sign-in page is not available', async () => {
  const { post } = await signing({ authorization_endpoint: undefined })
  expect(await post('start', { redirectUri })).toMatchObject({
    status: 503,
    body: { message: 'Example offers no sign-in page' },
  })
})

test('a session lists workspaces by name, without those that are archived', async () => {
  const names = ['Beta', 'Gone', 'Alpha']
  const made: TestWorkspace[] = []
  for (const name of names) made.push(await first.newWorkspace(name))
  const [beta, gone, alpha] = made
  if (beta === undefined || gone === undefined || alpha === undefined) throw new Error('Not made')
  const { status } = await first.request('DELETE', `/org-workspaces/${gone.id}`, {
    token: first.operatorToken,
  })
  expect(status).toBe(200)
  const roles: IdentityProvider['roles'][number][] = [
    { claim: 'team', value: 'ops', role: 'operator' },
  ]
  const { finish } = await signing({}, { roles })
  expect(session((await finish()).body).workspaces.map(({ name }) => name)).toEqual([
    'Alpha',
    'Beta',
  ])
  const rule = { claim: 'team', role: 'reader' } as const
  roles.push(
    { ...rule, value: 'readers', workspaces: [beta.key, gone.key, alpha.key] },
    { ...rule, value: 'late', workspaces: [gone.key] },
  )
  expect(session((await finish({}, { team: 'readers' })).body).workspaces).toEqual([
    { id: alpha.id, name: 'Alpha', role: 'reader' },
    { id: beta.id, name: 'Beta', role: 'reader' },
  ])
  expect(await finish({}, { team: 'late' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('workspaces that do not exist or are archived') },
  })
})

import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import type { Meter } from '@/server/core/ports/meter'
import { takeEffect } from '@/server/core/writes/idempotency-claim'
import type { Database } from '@/server/store/database'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { adminToken, tokenOf } from '@/server/testing/api'
import { failingOnce } from '@/server/testing/failing-once'
import { workspacePerFile } from '@/server/testing/workspace-per-file'
import { managementApi, type Phase } from './api'
import { operationIds } from './operation-kinds'

const { api, workspace, token } = await workspacePerFile('Pipeline')

describe('Idempotency-Key', () => {
  const create = (key: string, body: unknown, as = token) =>
    api.request('POST', '/connectors', { token: as, body, headers: { 'Idempotency-Key': key } })

  test('a repeat gets the first response, and nothing happens twice', async () => {
    const first = await create('once', { name: 'Once' })
    const repeat = await create('once', { name: 'Once' })
    expect([repeat.status, repeat.body, repeat.headers.get('Idempotency-Replayed')]).toEqual([
      200,
      first.body,
      'true',
    ])
    const rows = await api.dependencies.database
      .selectFrom('connectors')
      .selectAll()
      .where('name', '=', 'Once')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('a refusal is replayed too; another payload is 422; keys are per caller', async () => {
    const refused = await create('refused', { name: '' })
    expect([(await create('refused', { name: '' })).body, refused.status]).toEqual([
      refused.body,
      400,
    ])
    expect((await create('once', { name: 'Other' })).status).toBe(422)
    const other = await api.newWorkspace('Other')
    const theirs = await adminToken(other)
    const first = await create('once', { name: 'Once' }, theirs)
    const repeat = await create('once', { name: 'Once' }, theirs)
    expect([first.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    expect(repeat.body).toEqual(first.body)
  })

  test('a key is of one caller: of two operators or admins each has its own', async () => {
    const operators = ['One', 'Two'].map((name) =>
      api.dependencies.serverTokens.sign({ operator: true, name }, new Date()),
    )
    for (const operator of await Promise.all(operators)) {
      const { headers, status } = await api.request('POST', '/org-workspaces', {
        token: operator,
        body: { name: 'Own key' },
        headers: { 'Idempotency-Key': 'of an operator' },
      })
      expect([status, headers.get('Idempotency-Replayed')]).toEqual([200, null])
    }
    const admins = [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Ann', sub: 'another Ann' }]
    for (const claims of admins) {
      const as = await tokenOf(workspace, { isAdmin: true, ...claims })
      const { headers, status } = await create('of an admin', { name: 'Own key' }, as)
      expect([status, headers.get('Idempotency-Replayed')]).toEqual([200, null])
    }
  })

  test('a refusal by a limit is not replayed, since later there may be room', async () => {
    const crowded = await api.newWorkspace('Crowded')
    const as = await adminToken(crowded)
    const allow = (value: number) =>
      api.request('PATCH', `/org-workspaces/${crowded.id}`, {
        token: as,
        body: { limits: { totalNumberOfWorkspaceElements: { unit: 'number', value } } },
      })
    await allow(0)
    expect((await create('room', { name: 'Room' }, as)).status).toBe(429)
    await allow(1)
    expect((await create('room', { name: 'Room' }, as)).status).toBe(200)
  })

  test('of concurrent requests one takes effect; the others get 409 or its response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => create('burst', { name: 'Burst' })),
    )
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(
      await api.dependencies.database
        .selectFrom('connectors')
        .selectAll()
        .where('name', '=', 'Burst')
        .execute(),
    ).toHaveLength(1)
  })

  const named = (name: string) =>
    api.dependencies.database
      .selectFrom('connectors')
      .selectAll()
      .where('name', '=', name)
      .execute()
  const longAgo = (key: string, milliseconds = 120_000) =>
    api.dependencies.database
      .updateTable('idempotent_requests')
      .set({ created_at: new Date(Date.now() - milliseconds) })
      .where('key', '=', key)
      .execute()

  test('a response, even an error, is replayed for 24 hours; then the key is free', async () => {
    const hour = 3_600_000
    const replayed = async (key: string, name: string) => {
      const { status, headers } = await create(key, { name })
      return [status, headers.get('Idempotency-Replayed')]
    }
    await create('kept', { name: 'Kept' })
    await create('kept refusal', { name: '' })
    for (const key of ['kept', 'kept refusal']) await longAgo(key, 23.9 * hour)
    expect(await replayed('kept', 'Kept')).toEqual([200, 'true'])
    expect(await replayed('kept refusal', '')).toEqual([400, 'true'])
    for (const key of ['kept', 'kept refusal']) await longAgo(key, 24.1 * hour)
    expect(await replayed('kept', 'Kept again')).toEqual([200, null])
    expect(await replayed('kept refusal', 'Kept too')).toEqual([200, null])
  })

  test('a key has 1 to 255 characters', async () => {
    const statuses = ['', 'k', 'k'.repeat(255), 'k'.repeat(256)].map(
      async (key) => (await create(key, { name: 'Length' })).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400])
    expect((await create('', { name: 'Length' })).body).toMatchObject({
      data: { issues: [{ path: ['header', 'Idempotency-Key'] }] },
    })
  })

  test('a request that took effect is not run again, even if its response was lost', async () => {
    const seal = vi
      .spyOn(api.dependencies.secretBox, 'seal')
      .mockRejectedValueOnce(new Error('It cannot be encrypted'))
    expect((await create('lost', { name: 'Lost' })).status).toBe(200)
    seal.mockRestore()
    expect(api.logged).toContainEqual({
      message: 'a response could not be stored',
      facts: expect.objectContaining({ error: new Error('It cannot be encrypted') }),
    })
    const meanwhile = await create('lost', { name: 'Lost' })
    expect(meanwhile.body).toMatchObject({
      message: expect.stringContaining('still in progress'),
    })
    expect(meanwhile.headers.get('Retry-After')).toBe('1')
    // Later, and after the clock was set back.
    for (const milliseconds of [120_000, -120_000]) {
      await longAgo('lost', milliseconds)
      const repeat = await create('lost', { name: 'Lost' })
      expect([repeat.status, JSON.stringify(repeat.body)]).toEqual([
        409,
        expect.stringContaining('its response was lost'),
      ])
    }
    expect(await named('Lost')).toHaveLength(1)
  })

  test('a response is sent even if the database is away when it should be stored', async () => {
    const seal = vi
      .spyOn(api.dependencies.secretBox, 'seal')
      .mockRejectedValueOnce(new DatabaseUnavailable('Away', false, undefined))
    expect((await create('unstored', { name: 'Unstored' })).status).toBe(200)
    seal.mockRestore()
  })

  test.each([
    new DatabaseUnavailable('Away', false, undefined),
    new Error('It cannot be encrypted'),
  ])(
    'a refusal is sent even if it cannot be stored, and its key is free ($name)',
    async (error) => {
      const key = `unstored refusal: ${error.name}`
      const seal = vi.spyOn(api.dependencies.secretBox, 'seal').mockRejectedValueOnce(error)
      const refused = await create(key, { name: '' })
      seal.mockRestore()
      expect([refused.status, refused.body]).toMatchObject([400, { key: 'invalid_request' }])
      await expect.poll(async () => (await create(key, { name: key })).status).toBe(200)
      expect(await named(key)).toHaveLength(1)
    },
  )

  /** Creates a connector under a key of its name, on a server with a database of its own. */
  const creationAt = (database: Database) => {
    const dependencies = { ...api.dependencies, database }
    const app = managementApi({ dependencies, extensions: true })
    return async (name: string) => {
      const { status } = await app.request('/connectors', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': name,
        },
        body: JSON.stringify({ name }),
      })
      return status
    }
  }

  test.each([
    ['the database is away', new DatabaseUnavailable('Away', false, undefined), 200],
    ['the claim cannot be deleted', new Error('It cannot be deleted'), 409],
  ])('an error is sent and logged even if then %s', async (name, error, repeated) => {
    const unexpected = new Error('It cannot be inserted')
    const failures = [unexpected, error]
    const database = api.dependencies.database.withPlugin({
      transformQuery({ node }) {
        const isCreation =
          node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === 'connectors'
        const isRelease = node.kind === 'DeleteQueryNode' && failures.length === 1
        const failure = isCreation || isRelease ? failures.shift() : undefined
        if (failure !== undefined) throw failure
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const attempt = creationAt(database)
    expect(await attempt(name)).toBe(500)
    expect(api.logged).toContainEqual({
      message: 'request failed',
      facts: expect.objectContaining({ error: unexpected }),
    })
    await expect.poll(() => attempt(name), { timeout: 5000 }).toBe(repeated)
    await longAgo(name)
    expect(await attempt(name)).toBe(200)
    expect(await named(name)).toHaveLength(1)
  })

  test('a request cut off before it took effect is executed only by its retry', async () => {
    const cutOff = {
      caller: `${workspace.id}:admin:Test`,
      key: 'cut off',
      since: new Date(Date.now() - 120_000),
    }
    await api.dependencies.database
      .insertInto('idempotent_requests')
      .values({
        caller: cutOff.caller,
        key: cutOff.key,
        fingerprint: 'any',
        status: null,
        sealed_body: null,
        created_at: cutOff.since,
      })
      .execute()
    expect((await create('cut off', { name: 'Cut off' })).status).toBe(200)
    await expect(takeEffect(api.dependencies.database, cutOff)).rejects.toMatchObject({
      key: 'conflict',
    })
    expect(await named('Cut off')).toHaveLength(1)
  })

  test.each(['idempotent_requests', 'connectors'])(
    'a claim is released once the database is back after it was lost at an insert into %s',
    async (table) => {
      const inserts = new WeakSet<object>()
      let lost = 0
      const database = api.dependencies.database.withPlugin({
        transformQuery({ node, queryId }) {
          if (node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === table)
            inserts.add(queryId)
          if (lost === 1 && node.kind === 'DeleteQueryNode') {
            lost += 1
            throw new DatabaseUnavailable('The database is still away', false, undefined)
          }
          return node
        },
        async transformResult({ result, queryId }) {
          if (!inserts.has(queryId) || lost > 0) return result
          lost += 1
          throw new DatabaseUnavailable('The connection was lost', true, undefined)
        },
      })
      const name = `Lost at ${table}`
      const attempt = creationAt(database)
      expect(await attempt(name)).toBe(503)
      const options = { interval: 20, timeout: 5000 }
      await vi.waitFor(async () => expect(await attempt(name)).toBe(200), options)
      expect(lost).toBe(2)
      expect(await named(name)).toHaveLength(1)
    },
  )

  test('issued tokens get no response of a signed token with the same name', async () => {
    const issued = await api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
      token,
      body: { name: 'Test', isAdmin: true },
    })
    const as = z.object({ token: z.string() }).parse(issued.body).token
    await create('same name', { name: 'Same name' })
    const { status, headers } = await create('same name', { name: 'Same name' }, as)
    expect([status, headers.get('Idempotency-Replayed')]).toEqual([200, null])
    const repeat = await create('same name', { name: 'Same name' }, as)
    expect(repeat.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('a claim is kept for a minute and until its own caller sends it again', async () => {
    const claim = async (key: string, seconds: number) => {
      await api.dependencies.database
        .insertInto('idempotent_requests')
        .values({
          caller: `${workspace.id}:admin:Test`,
          key,
          fingerprint: 'any',
          status: null,
          sealed_body: null,
          created_at: new Date(Date.now() - seconds * 1000),
        })
        .execute()
    }
    const claimed = async () => {
      const rows = await api.dependencies.database
        .selectFrom('idempotent_requests')
        .select('key')
        .where('fingerprint', '=', 'any')
        .orderBy('key')
        .execute()
      return rows.map(({ key }) => key)
    }
    await claim('claimed lately', 55)
    await claim('claimed long ago', 65)
    await claim('claimed ahead', -55)
    await claim('claimed before the clock was set back', -65)
    await claim('claimed the day before', 25 * 3600)
    await create('another', { name: 'Another' })
    const other = await adminToken(await api.newWorkspace('Other caller'))
    await create('claimed long ago', { name: 'Theirs' }, other)
    expect(await claimed()).toEqual([
      'claimed ahead',
      'claimed before the clock was set back',
      'claimed lately',
      'claimed long ago',
      'claimed the day before',
    ])
    expect((await create('claimed lately', { name: 'Lately' })).status).toBe(422)
    expect((await create('claimed ahead', { name: 'Ahead' })).status).toBe(422)
    for (const key of [
      'claimed long ago',
      'claimed before the clock was set back',
      'claimed the day before',
    ])
      expect((await create(key, { name: key })).status, key).toBe(200)
    expect(await claimed()).toEqual(['claimed ahead', 'claimed lately'])
  })

  test('stored responses are encrypted', async () => {
    // Ciphertext is Base64, which has no spaces.
    const name = 'A name with spaces'
    expect((await create('encrypted', { name })).status).toBe(200)
    const row = await api.dependencies.database
      .selectFrom('idempotent_requests')
      .selectAll()
      .where('key', '=', 'encrypted')
      .executeTakeFirstOrThrow()
    expect(row.sealed_body).toMatch(/^.{40,}$/)
    expect(JSON.stringify(row)).not.toContain(name)
  })
})

test('a valid request id of the caller is used, an invalid one is replaced', async () => {
  const returnedId = async (id: string) =>
    (await api.request('GET', '/health', { headers: { 'X-Request-Id': id } })).headers.get(
      'X-Request-Id',
    )
  expect(await returnedId('ticket-4711')).toBe('ticket-4711')
  expect(await returnedId('a b <script>')).not.toContain('<')
})

test('a request without a token is told to send one as Bearer', async () => {
  const { status, headers } = await api.request('GET', '/connectors')
  expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
})

test('the history keeps the first 255 characters of a User-Agent', async () => {
  const { id } = await api.newWorkspace('Seen by a long name')
  const headers = { 'User-Agent': 'a'.repeat(256) }
  const changed = { token: api.operatorToken, headers, body: { name: 'Renamed' } }
  expect((await api.request('PATCH', `/org-workspaces/${id}`, changed)).status).toBe(200)
  const history = `/audit-events?workspaceId=${id}&limit=1`
  const { body } = await api.request('GET', history, { token: api.operatorToken })
  expect(body).toMatchObject({
    items: [{ actor: { credential: { userAgent: 'a'.repeat(255) } } }],
  })
})

test('a browser keeps and revalidates lists, and keeps neither records nor writes', async () => {
  const path = `/org-workspaces/${workspace.id}`
  const kept = async (method: string, sent: string) =>
    (await api.request(method, sent, { token })).headers.get('Cache-Control')
  expect([
    await kept('GET', '/connectors'),
    await kept('GET', path),
    await kept('PATCH', path),
  ]).toEqual(['private, no-cache', 'no-store, no-transform', 'no-store, no-transform'])
})

test('the reference is at /docs where there is a page for it', async () => {
  const { dependencies } = api
  const without = managementApi({ dependencies, extensions: true })
  expect((await without.request('/docs')).status).toBe(404)
  const app = managementApi({ dependencies, extensions: true, referencePage: '/reference' })
  const { status, headers } = await app.request('/docs')
  expect([status, headers.get('Location')]).toEqual([302, '/reference'])
})

test('the unchanged OpenAPI document is 304', async () => {
  const read = (tag: string) =>
    api.request('GET', '/openapi.json', { headers: { 'If-None-Match': tag } })
  const { headers } = await read('"of another version"')
  expect(headers.get('Cache-Control')).toBe('no-cache')
  expect((await read(headers.get('ETag') ?? '')).status).toBe(304)
})

test('without the demo, the OpenAPI document does not have its operations', async () => {
  const dependencies = { ...api.dependencies, demo: undefined }
  const response = await managementApi({ dependencies, extensions: true }).request('/openapi.json')
  const document = z.object({ paths: z.record(z.string(), z.unknown()) })
  const { paths } = document.parse(await response.json())
  const ofDemo = operationIds.map((id) => operations[id]).filter((one) => 'demo' in one)
  expect(ofDemo).not.toHaveLength(0)
  for (const { path } of ofDemo) expect(paths).not.toHaveProperty([path])
})

test('an unchanged list is 304, with the headers of a full response', async () => {
  const first = await api.request('GET', '/connectors', { token })
  const again = await api.request('GET', '/connectors', {
    token,
    headers: { 'If-None-Match': first.headers.get('ETag') ?? '', 'X-Request-Id': 'ticket-304' },
  })
  expect([
    again.status,
    again.headers.get('X-Request-Id'),
    again.headers.get('API-Version'),
  ]).toEqual([304, 'ticket-304', '1.0'])
  for (const name of [
    'ETag',
    'RateLimit',
    'RateLimit-Policy',
    'Cache-Control',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
  ])
    expect(again.headers.has(name), name).toBe(true)
  // By it, a console of another origin knows the time of the server.
  expect(again.headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('Date')
})

test('a server error reveals only an id that is also in the log', async () => {
  const broken = managementApi({
    dependencies: {
      ...api.dependencies,
      secretBox: {
        seal: () => Promise.reject(new Error('inner secret detail')),
        open: () => Promise.reject(new Error('inner secret detail')),
        isCurrent: async () => true,
      },
    },
    extensions: true,
  })
  const response = await broken.request(`/org-workspaces/${workspace.id}`, {
    headers: { Authorization: `Bearer ${api.operatorToken}` },
  })
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(text).not.toContain('inner secret')
  const { data } = z.object({ data: z.object({ errorId: z.string() }) }).parse(JSON.parse(text))
  expect(api.logged.some(({ facts }) => 'errorId' in facts && facts.errorId === data.errorId)).toBe(
    true,
  )
})

test('a draining server is not ready but serves; a stopping one refuses all requests', async () => {
  const statuses = async (phase: Phase) => {
    const app = managementApi({
      dependencies: api.dependencies,
      extensions: true,
      basePath: '/api',
      phase: () => phase,
    })
    const responses = await Promise.all(
      ['/api/health', '/api/ready'].map(async (path) => app.request(path)),
    )
    return responses.map(({ status, headers }) => [status, headers.get('Connection')])
  }
  expect(await statuses('serving')).toEqual([
    [200, null],
    [200, null],
  ])
  expect(await statuses('draining')).toEqual([
    [200, 'close'],
    [503, 'close'],
  ])
  expect(await statuses('stopping')).toEqual([
    [503, 'close'],
    [503, 'close'],
  ])
})

test('a response during shutdown asks the client to close the connection', async () => {
  let phase: Phase = 'serving'
  const app = managementApi({
    dependencies: api.dependencies,
    extensions: true,
    phase: () => phase,
  })
  const response = app.request(`/org-workspaces/${workspace.id}`, {
    headers: { Authorization: `Bearer ${api.operatorToken}` },
  })
  phase = 'stopping'
  const { status, headers } = await response
  expect([status, headers.get('Connection')]).toEqual([200, 'close'])
})

test('with extensions off, only the ten operations and the health checks are served', () => {
  const routes = managementApi({ dependencies: api.dependencies, extensions: false }).routes.filter(
    ({ method }) => method !== 'ALL',
  )
  const ten = operationIds
    .map((id) => operations[id])
    .filter((operation) => !('extension' in operation))
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set([
      ...ten.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
      'GET /health',
      'GET /ready',
    ]),
  )
  expect(ten).toHaveLength(10)
})

test('an export contains neither credentials nor connector parameters', async () => {
  const secrets = ['credential-4711', 'parameter-4711']
  const now = new Date()
  await api.dependencies.database
    .insertInto('connections')
    .values({
      id: '01a05bfb-7000-7000-8000-00000000c0de',
      workspace_id: workspace.id,
      key: 'leaky',
      name: 'Leaky',
      meta: JSON.stringify({ note: 'kept' }),
      oauth_client_id: 'client',
      auth_option_key: 'oauth',
      encrypted_credentials: await api.dependencies.secretBox.seal(secrets[0] ?? ''),
      connector_parameters: JSON.stringify({ clientSecret: secrets[1] }),
      search_name: 'leaky',
      search_key: 'leaky',
      created_at: now,
      updated_at: now,
    })
    .execute()
  for (const selector of ['leaky', '01a05bfb-7000-7000-8000-00000000c0de']) {
    const { status, body } = await api.request('GET', `/connections/${selector}/export`, { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      type: 'connector',
      name: 'Leaky',
      meta: { note: 'kept' },
      authOptionKey: 'oauth',
      oauthClientId: 'client',
      key: 'leaky',
    })
    expect(secrets.some((secret) => JSON.stringify(body).includes(secret))).toBe(false)
  }
  expect(
    (
      await api.request('GET', '/connections/leaky/export', {
        token: await tokenOf(workspace, { tenantKey: 'stranger' }),
      })
    ).status,
  ).toBe(404)
})

test('mounted in another application, the API itself responds to unknown paths', async () => {
  const outer = new Hono()
    .route('/api', managementApi({ dependencies: api.dependencies, extensions: false }))
    .get('/*', (context) => context.html('<p>a page</p>'))
  for (const [method, path, status] of [
    ['GET', '/api/nothing', 404],
    ['GET', '/api/org-workspaces', 404],
    ['PUT', '/api/connectors', 405],
  ] as const) {
    const response = await outer.request(path, { method })
    expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
      path,
      status,
      'application/json',
    ])
  }
})

test('a read that conflicts with a transaction is done again', async () => {
  const conflict = Object.assign(new Error('Could not serialize access'), { code: '40001' })
  const database = failingOnce(api.dependencies.database, 'SelectQueryNode', conflict)
  const app = managementApi({ dependencies: { ...api.dependencies, database }, extensions: true })
  const read = () => app.request('/alerts', { headers: { Authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
})

test('a request that is admitted too late does not count as in progress', async () => {
  const { dependencies } = api
  const late = await api.newWorkspace('Late')
  const ended: unknown[] = []
  const meter: Meter = {
    async take(quantities) {
      await new Promise((resume) => setTimeout(resume, 200))
      return dependencies.meter.take(quantities)
    },
    async release(levels) {
      ended.push(...levels.map(({ limit }) => limit))
      return dependencies.meter.release(levels)
    },
  }
  const app = managementApi({
    dependencies: { ...dependencies, meter },
    extensions: true,
    requestMilliseconds: 100,
  })
  const headers = { Authorization: `Bearer ${await adminToken(late)}` }
  expect((await app.request('/connectors', { headers })).status).toBe(503)
  await expect.poll(() => ended, { timeout: 20_000 }).toEqual(['parallelApiRequests'])
})

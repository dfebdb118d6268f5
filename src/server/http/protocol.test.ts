import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issuesDataSchema } from '@/contract/errors'
import { workspaceSchema } from '@/contract/workspaces'
import { tokenOf } from '@/server/testing/api'
import { workspacePerFile } from '@/server/testing/workspace-per-file'
import { managementApi } from './api'

const { api, workspace, token } = await workspacePerFile('To the letter')

const errorSchema = z.object({ key: z.string(), data: z.unknown().optional() })

async function issuePaths(method: string, path: string, body?: unknown): Promise<string[]> {
  const response = await api.request(method, path, { token, body })
  const { key, data } = errorSchema.parse(response.body)
  expect([response.status, key]).toEqual([400, 'invalid_request'])
  return issuesDataSchema.parse(data).issues.map((issue) => issue.path.join('.'))
}

test('the name of a workspace is stored as sent', async () => {
  const patch = (name: string) =>
    api.request('PATCH', `/org-workspaces/${workspace.id}`, { token, body: { name } })
  expect(workspaceSchema.parse((await patch('  Two  blanks ')).body).name).toBe('  Two  blanks ')
})

describe('paths and methods', () => {
  const inner = () => managementApi({ dependencies: api.dependencies, extensions: true })
  const mounted = () => new Hono().route('/api', inner()).get('/*', (c) => c.text('a page'))

  test.each([
    ['POST', '/nothing', 404, null],
    ['DELETE', '/nothing/at/all', 404, null],
    ['GET', '/', 404, null],
    ['GET', '/connectors/', 404, null],
    ['PUT', '/connectors', 405, 'POST, GET, HEAD'],
    ['POST', '/connectors/any', 405, 'GET, HEAD'],
    ['POST', '/health', 405, 'GET, HEAD'],
    ['GET', '/org-workspaces/any/restore', 405, 'POST'],
    ['POST', '/openapi.json', 405, 'GET, HEAD'],
  ])('%s %s is %i', async (method, path, status, allow) => {
    for (const response of [
      await inner().request(path, { method }),
      await mounted().request(`/api${path}`, { method }),
    ])
      expect([response.status, response.headers.get('Allow')]).toEqual([status, allow])
  })

  test('the health checks are served even if extensions are off', async () => {
    const bare = managementApi({ dependencies: api.dependencies, extensions: false })
    expect((await bare.request('/health')).status).toBe(200)
    expect((await bare.request('/ready')).status).toBe(200)
    expect((await bare.request('/alerts')).status).toBe(404)
  })
})

test('every error states the version of the API, also one about the version', async () => {
  const get = (path: string, headers = {}) => api.request('GET', path, { token, headers })
  const stopping = managementApi({
    dependencies: api.dependencies,
    extensions: true,
    phase: () => 'stopping',
  })
  const responses = [
    await get('/connectors', { 'API-Version': '2.0' }),
    await get('/nothing'),
    await stopping.request('/connectors'),
  ]
  expect(responses.map(({ status, headers }) => [status, headers.get('API-Version')])).toEqual([
    [400, '1.0'],
    [404, '1.0'],
    [503, '1.0'],
  ])
})

test('pages of other origins may send every header that the API reads', async () => {
  const { headers } = await api.request('OPTIONS', '/connectors')
  expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual(
    expect.arrayContaining(['If-Match', 'Idempotency-Key', 'Workspace', 'traceparent']),
  )
})

test('an unknown parameter has one issue, also if it is a cursor elsewhere', async () => {
  expect(await issuePaths('GET', '/connectors/any?cursor=x')).toEqual(['query.cursor'])
})

test.each(['0x10', '1e2', '10.0', '+5', ' 5', '', '0', '1001', '-1'])(
  'a page size is written in digits, not as %j',
  async (limit) => {
    const path = `/connectors?limit=${encodeURIComponent(limit)}`
    expect(await issuePaths('GET', path)).toEqual(['query.limit'])
  },
)

test('an unencoded body is accepted, however Content-Encoding is written', async () => {
  const response = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: {},
    headers: { 'Content-Encoding': ' Identity ' },
  })
  expect(response.status).toBe(200)
})

test.each([
  ['', 'Send the body with Content-Type: application/json'],
  ['text/plain', 'Send the body as application/json, not as text/plain'],
])('the error for a body of type %j says which type to use', async (type, message) => {
  const headers = { 'Content-Type': type }
  const path = `/org-workspaces/${workspace.id}`
  const response = await api.request('PATCH', path, { token, body: {}, headers })
  expect(response).toMatchObject({ status: 415, body: { message } })
})

test('a compressed body is 415', async () => {
  const response = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: 'gzip',
    headers: { 'Content-Encoding': 'gzip' },
  })
  expect([response.status, errorSchema.parse(response.body).key]).toEqual([
    415,
    'unsupported_media_type',
  ])
})

describe('an issue names the member it is about', () => {
  test('in a schema of items', async () => {
    const inputSchema = {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'text' } } },
    }
    expect(await issuePaths('POST', '/connectors', { name: 'Items', inputSchema })).toEqual([
      'body.inputSchema.items.properties.a.type',
    ])
    expect(
      await issuePaths('POST', '/connectors', {
        name: 'Items',
        inputSchema: { items: [{ type: 'string' }, { minLength: -1 }] },
      }),
    ).toEqual(['body.inputSchema.items.1.minLength'])
  })

  test('in authOptions, one or several', async () => {
    const wrong = { type: 'oauth2', test: { type: 'javascript' } }
    expect(await issuePaths('POST', '/connectors', { name: 'One', authOptions: [wrong] })).toEqual([
      'body.authOptions.0.test.code',
    ])
    expect(
      await issuePaths('POST', '/connectors', {
        name: 'Several',
        authOptions: [
          { key: 'good', type: 'oauth2' },
          { key: 'bad', ...wrong },
        ],
      }),
    ).toEqual(['body.authOptions.1.test.code'])
  })
})

test('a member of a body has at most 1 MB', async () => {
  const parts = Array.from({ length: 12 }, () => 'x'.repeat(100_000))
  expect(
    await issuePaths('PATCH', `/org-workspaces/${workspace.id}`, { userFieldsSchema: parts }),
  ).toEqual(['body.userFieldsSchema'])
  expect(
    await issuePaths('POST', '/connectors', { name: 'Large', parameters: { a: { b: parts } } }),
  ).toEqual(['body.parameters'])
  const selectors = Array.from({ length: 9000 }, (_, index) => `${index}`.padEnd(150, 'x'))
  const { status } = await api.request('POST', '/external-apps/archive', {
    token,
    body: { selectors, validateOnly: true },
  })
  expect(status, 'long lists of selectors are accepted').toBe(200)
})

test('a caller with a long subject can use Idempotency-Key', async () => {
  // Random, because an index compresses repetitive text.
  const sub = Buffer.from(crypto.getRandomValues(new Uint8Array(4500))).toString('base64')
  const long = await tokenOf(workspace, { isAdmin: true, name: undefined, sub })
  const create = (key: string) =>
    api.request('POST', '/connectors', {
      token: long,
      body: { name: 'By a long subject' },
      headers: { 'Idempotency-Key': key },
    })
  const first = await create('long')
  expect(first.status).toBe(200)
  expect((await create('long')).body).toEqual(first.body)
})

test('an access token that is too long for a request header is not issued', async () => {
  const issue = (length: number) =>
    api.request('POST', `/org-workspaces/${workspace.id}/access-token`, {
      token,
      body: { fields: { note: 'x'.repeat(length) } },
    })
  expect((await issue(4000)).status).toBe(200)
  expect((await issue(20_000)).status).toBe(400)
})

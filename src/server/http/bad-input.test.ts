import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { alertTypeNames } from '@/contract/alerts'
import { issuesDataSchema } from '@/contract/errors'
import { workspaceSchema, type Workspace } from '@/contract/workspaces'
import { type Sent } from '@/server/testing/api'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('Bad input')
let before: Workspace

const readBack = async () =>
  workspaceSchema.parse(
    (await api.request('PATCH', `/org-workspaces/${workspace.id}`, { token })).body,
  )

/** Row counts of the tables that writes touch; a refused request changes none of them. */
async function rowCounts() {
  const count = async (
    table: 'connectors' | 'apps' | 'audit_events' | 'idempotent_requests' | 'workspaces',
  ) => (await api.dependencies.database.selectFrom(table).selectAll().execute()).length
  return {
    connectors: await count('connectors'),
    apps: await count('apps'),
    audit: await count('audit_events'),
    repeats: await count('idempotent_requests'),
    workspaces: await count('workspaces'),
  }
}

beforeAll(async () => {
  before = await readBack()
})

const delivery = (changed: Record<string, unknown> = {}) => ({
  alertDeliverySettings: {
    alertTypes: {
      ...Object.fromEntries(alertTypeNames.map((name) => [name, { internal: true }])),
      ...changed,
    },
  },
})
const limit = (entry: unknown) => ({ limits: { apiRequestsPerSecond: entry } })
const deep = '{"userFieldsSchema":' + '['.repeat(150) + ']'.repeat(150) + '}'

type Refused = [what: string, body: unknown, path: string]

/** Invalid update bodies, each with the path of an issue that the response must list. */
const updates: Refused[] = [
  ['an unknown property', { nmae: 'x' }, 'body.nmae'],
  ['a record field that is not editable: id', { id: 'x' }, 'body.id'],
  ['a record field that is not editable: secret', { secret: 'x' }, 'body.secret'],
  [
    'a record field that is not editable: operatorLimits',
    { operatorLimits: {} },
    'body.operatorLimits',
  ],
  ['a record field that is not editable: orgId', { orgId: 'x' }, 'body.orgId'],
  ['a record field that is not editable: key', { key: 'x' }, 'body.key'],
  ['a record field that is not editable: featureFlags', { featureFlags: [] }, 'body.featureFlags'],
  ['a name in the wrong case', { Name: 'x' }, 'body.Name'],
  ['an empty name', { name: '' }, 'body.name'],
  ['a blank name', { name: '   ' }, 'body.name'],
  ['a name that is a number', { name: 7 }, 'body.name'],
  ['a name that is null', { name: null }, 'body.name'],
  ['a name that is far too long', { name: 'x'.repeat(5000) }, 'body.name'],
  ['a logo that is not a URL', { logoUri: 'not an address' }, 'body.logoUri'],
  ['a logo with a javascript: URL', { logoUri: 'javascript:alert(1)' }, 'body.logoUri'],
  ['a logo with a protocol-relative URL', { logoUri: '//evil.example/x.png' }, 'body.logoUri'],
  ['limits that are a list', { limits: [] }, 'body.limits'],
  ['limits that are null', { limits: null }, 'body.limits'],
  [
    'a limit that is not in the specification',
    { limits: { apiRequestsPerDay: { unit: 'number' } } },
    'body.limits.apiRequestsPerDay',
  ],
  [
    'a limit name with a lower-case first letter',
    { limits: { queuedTasksQueueSize: { unit: 'number' } } },
    'body.limits.queuedTasksQueueSize',
  ],
  [
    'a limit name with an upper-case first letter',
    { limits: { ApiRequestsPerSecond: { unit: 'number' } } },
    'body.limits.ApiRequestsPerSecond',
  ],
  ['a limit without a unit', limit({ value: 1 }), 'body.limits.apiRequestsPerSecond.unit'],
  [
    'a limit with an unknown unit',
    limit({ unit: 'seconds' }),
    'body.limits.apiRequestsPerSecond.unit',
  ],
  [
    "a limit in another limit's unit",
    limit({ unit: 'Mb', value: 0.5 }),
    'body.limits.apiRequestsPerSecond.unit',
  ],
  [
    "a storage limit in another limit's unit",
    { limits: { totalFileStorageMb: { unit: 'number', value: 5 } } },
    'body.limits.totalFileStorageMb.unit',
  ],
  ['a limit with MB for Mb', limit({ unit: 'MB' }), 'body.limits.apiRequestsPerSecond.unit'],
  ['a limit that is only a number', limit(5), 'body.limits.apiRequestsPerSecond'],
  ['a limit that is null', limit(null), 'body.limits.apiRequestsPerSecond'],
  [
    'a limit with an unknown property',
    limit({ unit: 'number', max: 3 }),
    'body.limits.apiRequestsPerSecond.max',
  ],
  [
    'a negative limit',
    limit({ unit: 'number', value: -1 }),
    'body.limits.apiRequestsPerSecond.value',
  ],
  [
    'a fraction of a request',
    limit({ unit: 'number', value: 1.5 }),
    'body.limits.apiRequestsPerSecond.value',
  ],
  [
    'a fraction of a millisecond',
    limit({ unit: 'msec', value: 0.5 }),
    'body.limits.apiRequestsPerSecond.value',
  ],
  [
    'a limit whose value is a string',
    limit({ unit: 'number', value: '5' }),
    'body.limits.apiRequestsPerSecond.value',
  ],
  [
    'a limit whose value is null',
    limit({ unit: 'number', value: null }),
    'body.limits.apiRequestsPerSecond.value',
  ],
  [
    'a negative default',
    limit({ unit: 'number', defaultValue: -3 }),
    'body.limits.apiRequestsPerSecond.defaultValue',
  ],
  [
    'a number that overflows to infinity',
    '{"limits":{"apiRequestsPerSecond":{"unit":"number","value":1e999}}}',
    'body.limits.apiRequestsPerSecond.value',
  ],
  ['settings that are a list', { settings: [] }, 'body.settings'],
  [
    'an unknown setting',
    { settings: { enableEverything: true } },
    'body.settings.enableEverything',
  ],
  ['a setting as a string', { settings: { enableApiLogs: 'true' } }, 'body.settings.enableApiLogs'],
  ['a setting as a number', { settings: { enableApiLogs: 1 } }, 'body.settings.enableApiLogs'],
  ['a setting that is null', { settings: { enableApiLogs: null } }, 'body.settings.enableApiLogs'],
  ['public keys that are an object', { publicKeys: {} }, 'body.publicKeys'],
  ['a public key without a name', { publicKeys: [{ publicKey: 'x' }] }, 'body.publicKeys.0.name'],
  ['a public key without a key', { publicKeys: [{ name: 'x' }] }, 'body.publicKeys.0.publicKey'],
  [
    'a public key with an unknown property',
    { publicKeys: [{ name: 'x', publicKey: 'y', kid: 'z' }] },
    'body.publicKeys.0.kid',
  ],
  [
    'a public key that is not a key',
    { publicKeys: [{ name: 'x', publicKey: 'hello' }] },
    'body.publicKeys.0.publicKey',
  ],
  [
    'a private key',
    {
      publicKeys: [
        { name: 'x', publicKey: '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----' },
      ],
    },
    'body.publicKeys.0.publicKey',
  ],
  [
    'a shared secret as a JWK',
    { publicKeys: [{ name: 'x', publicKey: '{"kty":"oct","k":"AAAA"}' }] },
    'body.publicKeys.0.publicKey',
  ],
  ['a webhook address that is not a URL', { webhookUri: 'hooks' }, 'body.webhookUri'],
  ['a webhook address of another scheme', { webhookUri: 'ftp://hooks.example' }, 'body.webhookUri'],
  [
    'a webhook address with a password',
    { webhookUri: 'https://user:secret@hooks.example/' },
    'body.webhookUri',
  ],
  ['a webhook address that is null', { webhookUri: null }, 'body.webhookUri'],
  ['events as one string', { enabledWebhookEvents: 'ping' }, 'body.enabledWebhookEvents'],
  [
    'an event that is a number',
    { enabledWebhookEvents: ['ping', 7] },
    'body.enabledWebhookEvents.1',
  ],
  ['an event without a name', { enabledWebhookEvents: [''] }, 'body.enabledWebhookEvents.0'],
  ['a JWKS address that is not a URL', { jwksUri: 'keys' }, 'body.jwksUri'],
  ['a JWKS address that is empty', { jwksUri: '' }, 'body.jwksUri'],
  ['a JWKS address with a user name', { jwksUri: 'https://user@keys.example/' }, 'body.jwksUri'],
  ['a JWKS address that is a file', { jwksUri: 'file:///etc/passwd' }, 'body.jwksUri'],
  ['a type that does not exist', { type: 'staging' }, 'body.type'],
  ['a type in the wrong case', { type: 'Production' }, 'body.type'],
  ['read-only as a string', { isReadOnly: 'yes' }, 'body.isReadOnly'],
  [
    'alert delivery without its types',
    { alertDeliverySettings: {} },
    'body.alertDeliverySettings.alertTypes',
  ],
  [
    'alert delivery with an unknown property',
    { alertDeliverySettings: { ...delivery().alertDeliverySettings, mute: true } },
    'body.alertDeliverySettings.mute',
  ],
  [
    'alert delivery with one type missing',
    delivery({ testAlert: undefined }),
    'body.alertDeliverySettings.alertTypes.testAlert',
  ],
  [
    'an unknown alert type',
    delivery({ newAlert: { internal: true } }),
    'body.alertDeliverySettings.alertTypes.newAlert',
  ],
  [
    'an alert type with the upper-case letter of its limit',
    delivery({ QueuedTasksQueueSize: { internal: true } }),
    'body.alertDeliverySettings.alertTypes.QueuedTasksQueueSize',
  ],
  [
    'internal delivery switched off',
    delivery({ testAlert: { internal: false } }),
    'body.alertDeliverySettings.alertTypes.testAlert.internal',
  ],
  [
    'an alert type without internal',
    delivery({ testAlert: {} }),
    'body.alertDeliverySettings.alertTypes.testAlert.internal',
  ],
  [
    'a channel that is a boolean',
    delivery({ testAlert: { internal: true, webhook: true } }),
    'body.alertDeliverySettings.alertTypes.testAlert.webhook',
  ],
  [
    'a channel without enabled',
    delivery({ testAlert: { internal: true, email: {} } }),
    'body.alertDeliverySettings.alertTypes.testAlert.email.enabled',
  ],
  [
    'a channel with an unknown property',
    delivery({ testAlert: { internal: true, email: { enabled: true, to: 'x' } } }),
    'body.alertDeliverySettings.alertTypes.testAlert.email.to',
  ],
  [
    'an unknown channel',
    delivery({ testAlert: { internal: true, sms: { enabled: true } } }),
    'body.alertDeliverySettings.alertTypes.testAlert.sms',
  ],
  ['a body that is a list', [], 'body'],
  ['a body that is a string', '"name"', 'body'],
  ['a body that is null', 'null', 'body'],
  ['a body that is not JSON', '{"name": "x",}', 'body'],
  ['a truncated body', '{"name": "x"', 'body'],
  ['a name with a NUL', { name: 'a\0b' }, 'body.name'],
  ['a lone surrogate', '{"name":"\\ud800"}', 'body.name'],
  ['nesting that is too deep', deep, 'body.userFieldsSchema'],
  ['a property that would be dropped', '{"__proto__":{"name":"x"}}', 'body.__proto__'],
  [
    'a limit that would be dropped',
    '{"limits":{"__proto__":{"unit":"number"}}}',
    'body.limits.__proto__',
  ],
  ['a setting that would be dropped', '{"settings":{"__proto__":true}}', 'body.settings.__proto__'],
]

const connectors: Refused[] = [
  ['no name', { key: 'x' }, 'body.name'],
  ['an empty name', { name: '' }, 'body.name'],
  ['an unknown property', { name: 'x', color: 'red' }, 'body.color'],
  ['a key with a space', { name: 'x', key: 'a b' }, 'body.key'],
  ['a key with a slash', { name: 'x', key: 'a/b' }, 'body.key'],
  ['an unknown authentication type', { name: 'x', type: 'oauth3' }, 'body.type'],
  ['a type in the wrong case', { name: 'x', type: 'OAuth2' }, 'body.type'],
  ['categories as one string', { name: 'x', categories: 'crm' }, 'body.categories'],
  ['parameters that are a list', { name: 'x', parameters: [] }, 'body.parameters'],
  [
    'a schema of an unknown type',
    { name: 'x', inputSchema: { type: 'strnig' } },
    'body.inputSchema.type',
  ],
  [
    'a schema with a boolean as required',
    { name: 'x', inputSchema: { type: 'object', required: true } },
    'body.inputSchema.required',
  ],
  ['a function of an unknown kind', { name: 'x', test: { type: 'python' } }, 'body.test.type'],
  [
    'a javascript function without code',
    { name: 'x', test: { type: 'javascript' } },
    'body.test.code',
  ],
  [
    'a function that the type does not use',
    { name: 'x', type: 'app-token', getOAuthConfig: { type: 'javascript', code: '1' } },
    'body.getOAuthConfig',
  ],
  ['a function as a string', { name: 'x', makeApiClient: 'code' }, 'body.makeApiClient'],
  [
    'options together with a type',
    { name: 'x', type: 'oauth2', options: { a: { type: 'oauth2' } } },
    'body.type',
  ],
  [
    'options together with a schema',
    { name: 'x', inputSchema: {}, options: { a: {} } },
    'body.inputSchema',
  ],
  ['an unknown member of ui', { name: 'x', ui: { title: 'x' } }, 'body.ui.title'],
  ['an app that does not exist', { name: 'x', externalAppId: 'nobody' }, 'body.externalAppId'],
  ['a logo with a javascript: URL', { name: 'x', logoUri: 'javascript:1' }, 'body.logoUri'],
  [
    'an option that would be dropped',
    '{"name":"x","options":{"__proto__":{"type":"oauth2"}}}',
    'body.options.__proto__',
  ],
  [
    'a member of a function that would be dropped',
    '{"name":"x","test":{"__proto__":1}}',
    'body.test.__proto__',
  ],
]

const queries: [path: string, error: string][] = [
  ['/universe/apps?limit=0', 'query.limit'],
  ['/universe/apps?limit=1001', 'query.limit'],
  ['/universe/apps?limit=1.5', 'query.limit'],
  ['/universe/apps?limit=-5', 'query.limit'],
  ['/universe/apps?limit=ten', 'query.limit'],
  ['/universe/apps?limit=', 'query.limit'],
  ['/universe/apps?limit=5&limit=6', 'query.limit'],
  ['/universe/apps?cursor=nonsense', 'query.cursor'],
  ['/universe/apps?cursor=', 'query.cursor'],
  ['/universe/apps?offset=10', 'query.offset'],
  ['/external-apps?includeArchived=maybe', 'query.includeArchived'],
  ['/external-apps?serach=x', 'query.serach'],
  ['/external-apps?__proto__=x', 'query.__proto__'],
  [`/external-apps?search=${'x'.repeat(201)}`, 'query.search'],
  ['/external-apps?search=a%00b', 'query.search'],
  // As Latin-1, in which no name would match.
  ['/external-apps?search=caf%E9', 'query.search'],
  ['/connectors?limit=0', 'query.limit'],
  ['/connectors?q=x', 'query.q'],
  ['/connectors/some?versoin=1', 'query.versoin'],
  ['/connectors/some?version=', 'query.version'],
  [`/connectors/${'x'.repeat(201)}`, 'path.idOrKey'],
  ['/connectors/a%00b', 'path.idOrKey'],
  ['/actions/some?x=1', 'query.x'],
  ['/connections/some/export?includeSecrets=true', 'query.includeSecrets'],
]

async function expectRefused(
  method: string,
  path: string,
  sent: Sent,
  error: string,
): Promise<void> {
  const counts = await rowCounts()
  const { status, body } = await api.request(method, path, { token, ...sent })
  expect(status, JSON.stringify(body)).toBe(400)
  const refusal = z
    .object({
      type: z.literal('bad_request'),
      key: z.literal('invalid_request'),
      message: z.string().min(10),
      data: issuesDataSchema,
    })
    .parse(body)
  expect(refusal.data.issues.map((issue) => issue.path.join('.'))).toContain(error)
  for (const issue of refusal.data.issues)
    expect(issue.message, 'a human-readable reason').toMatch(/\w/)
  expect(await rowCounts()).toEqual(counts)
}

describe('PATCH /org-workspaces/{id} refuses', () => {
  test.each(updates)('%s', (_what, body, error) =>
    expectRefused('PATCH', `/org-workspaces/${workspace.id}`, { body }, error),
  )

  test('and has changed nothing', async () => expect(await readBack()).toEqual(before))
})

describe('POST /connectors refuses', () => {
  test.each(connectors)('%s', (_what, body, error) =>
    expectRefused('POST', '/connectors', { body }, error),
  )
})

describe('GET refuses', () => {
  test.each(queries)('%s', (path, error) => expectRefused('GET', path, {}, error))
})

test.each(['/external-apps', '/actions/some'])(
  'an unknown parameter of %s is named',
  async (path) => {
    const { body } = await api.request('GET', `${path}?serach=x`, { token })
    expect(body).toMatchObject({
      message: "query.serach: This operation has no parameter 'serach'",
    })
  },
)

test('all issues of a request are reported at once', async () => {
  const { body } = await api.request('PATCH', `/org-workspaces/${workspace.id}?dry=1`, {
    token,
    body: {
      name: '',
      type: 'x',
      extra: 1,
      limits: { nope: {}, apiRequestsPerHour: { unit: 'number', value: -1 } },
      settings: { nope: true },
    },
  })
  const { issues } = issuesDataSchema.parse(z.object({ data: z.unknown() }).parse(body).data)
  expect(issues.map((issue) => issue.path.join('.')).sort()).toEqual([
    'body.extra',
    'body.limits.apiRequestsPerHour.value',
    'body.limits.nope',
    'body.name',
    'body.settings.nope',
    'body.type',
    'query.dry',
  ])
})

test.each([
  ['that is not JSON', '{"name":', ['body']],
  ['with a name twice', '{"name": "a", "name": "b", "extra": 1}', ['body.name']],
  ['with what cannot be stored', '{"name": "\\u0000", "extra": 1}', ['body.name', 'body.extra']],
  [
    'with a rounded number',
    '{"userFieldsSchema": 9007199254740993, "extra": 1}',
    ['body.userFieldsSchema', 'body.extra'],
  ],
  [
    'with an infinite number',
    '{"limits": {"apiRequestsPerHour": {"unit": "number", "value": 1e400}}, "extra": 1}',
    ['body.limits.apiRequestsPerHour.value', 'body.extra'],
  ],
])('the issues of a body %s come with those of the query', async (_what, body, paths) => {
  const path = `/org-workspaces/${workspace.id}?dry=1`
  const response = await api.request('PATCH', path, { token, body })
  const { issues } = issuesDataSchema.parse(
    z.object({ data: z.unknown() }).parse(response.body).data,
  )
  expect(issues.map((issue) => issue.path.join('.'))).toEqual(['query.dry', ...paths])
})

test('an operator limit in the wrong unit is refused; the error names the right one', async () => {
  const { status, body } = await api.request(
    'PUT',
    `/org-workspaces/${workspace.id}/operator-limits`,
    {
      token: api.operatorToken,
      body: { operatorLimits: { apiRequestsPerSecond: { unit: 'Mb', value: 1 } } },
    },
  )
  expect(status).toBe(400)
  expect(body).toMatchObject({
    data: {
      issues: [
        {
          path: ['body', 'operatorLimits', 'apiRequestsPerSecond', 'unit'],
          message: "Use the unit 'number': this limit has no other",
        },
      ],
    },
  })
})

test('malformed JSON is reported with line and column', async () => {
  const { body } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: '{\n  "name": nope\n}',
  })
  expect(JSON.stringify(body)).toContain('line 2, column 11')
})

test('numbers that would be stored as others are refused with their places', async () => {
  const path = `/org-workspaces/${workspace.id}`
  const schema = (maximum: string, least = '1') =>
    `{"userFieldsSchema": {
      "properties": {"id": {"type": "integer", "maximum": ${maximum}}},
      "x-bounds": [-1e20, 0.1, "9007199254740993", ${least}]
    }}`
  const send = (body: string) => api.request('PATCH', path, { token, body })
  const refused = await send(schema('9007199254740993', '-18446744073709551615'))
  const place = ['body', 'userFieldsSchema']
  const message = (stored: string) => expect.stringContaining(`stored as ${stored}: `)
  expect(refused).toMatchObject({
    status: 400,
    body: {
      data: {
        issues: [
          {
            path: [...place, 'properties', 'id', 'maximum'],
            message: message('9007199254740992'),
            code: 'unstorable',
          },
          { path: [...place, 'x-bounds', 3], message: message('18446744073709552000') },
        ],
      },
    },
  })
  const stored = await send(schema('9007199254740992'))
  expect(stored).toMatchObject({
    status: 200,
    body: {
      userFieldsSchema: {
        properties: { id: { maximum: 9007199254740992 } },
        'x-bounds': [-1e20, 0.1, '9007199254740993', 1],
      },
    },
  })
})

test.each([
  [
    'another content type',
    { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
    415,
    'unsupported_media_type',
  ],
  [
    'a form',
    { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'name=x' },
    415,
    'unsupported_media_type',
  ],
  [
    'more than 10 MB',
    { body: `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}` },
    413,
    'payload_too_large',
  ],
  [
    'another version of the API',
    { headers: { 'API-Version': '2.0' }, body: {} },
    400,
    'invalid_request',
  ],
])('%s is refused', async (_what, sent, status, key) => {
  const response = await api.request('PATCH', `/org-workspaces/${workspace.id}`, { token, ...sent })
  expect(response.status).toBe(status)
  expect(response.body).toMatchObject({ key })
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/)
  expect(response.headers.get('API-Version')).toBe('1.0')
})

test('an unknown path and a wrong method get the error body too', async () => {
  const nothing = await api.request('GET', '/nothing', { token })
  expect([nothing.status, nothing.body]).toEqual([
    404,
    expect.objectContaining({ key: 'not_found' }),
  ])
  const wrong = await api.request('PUT', '/connectors', { token, body: {} })
  expect([wrong.status, wrong.headers.get('Allow'), wrong.body]).toEqual([
    405,
    expect.stringContaining('POST'),
    expect.objectContaining({ key: 'method_not_allowed' }),
  ])
})

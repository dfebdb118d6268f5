import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import { adminToken, testApi, tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerTest } from '@/server/testing/workspace-per-test'

const fixture = workspacePerTest('Edited connectors')
const specificationSchema = operations.getConnectorSpecification.response

const post = (path: string, body: object) =>
  fixture.api.request('POST', path, { token: fixture.token, body })
const get = (path: string, token = fixture.token) => fixture.api.request('GET', path, { token })
const update = (
  key: string,
  body: unknown,
  {
    headers = {},
    token = fixture.token,
  }: { headers?: Record<string, string>; token?: string } = {},
) => fixture.api.request('PUT', `/connectors/${key}/specification`, { token, body, headers })
const read = (key: string, version = 'dev') =>
  get(`/connectors/${key}/specification?version=${version}`)
const tagOf = async (key: string) => (await read(key)).headers.get('ETag') ?? ''
const history = async () =>
  operations.listAuditEvents.response
    .parse((await get('/audit-events?operation=updateConnector')).body)
    .items.filter(({ outcome }) => outcome === 'done')
const change = (values: { is_read_only?: boolean; archived_at?: Date }) =>
  fixture.api.dependencies.database
    .updateTable('connectors')
    .set(values)
    .where('workspace_id', '=', fixture.workspace.id)
    .execute()

const testFunction = { type: 'javascript', code: 'return 1', note: 'kept' }
const original = {
  name: 'Desk',
  key: 'desk',
  type: 'oauth2',
  categories: ['Support'],
  inputSchema: { type: 'object', properties: { site: {}, region: {} } },
  parameters: { token: 'old secret' },
  test: testFunction,
}

test('the working copy is replaced, and a published version stays as it was', async () => {
  const app = await putApp(fixture.api, `app-${fixture.workspace.key}`, 'App')
  await post('/connectors', original)
  await post('/connectors/desk/publish-version', { version: '1.0.0' })
  const published = specificationSchema.parse((await read('desk', '1.0.0')).body)

  const response = await update('desk', {
    name: 'Help desk',
    type: 'app-token',
    externalAppId: app,
    test: { ...testFunction, code: 'return 2' },
  })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const dev = await read('desk')
  expect(response.body).toEqual(dev.body)
  expect(response.headers.get('ETag')).toBe(dev.headers.get('ETag'))
  const { createdAt, id, uuid } = published
  expect(dev.body).toEqual({
    id,
    uuid,
    createdAt,
    key: 'desk',
    isReadOnly: false,
    version: 'dev',
    name: 'Help desk',
    type: 'app-token',
    externalAppId: app,
    test: { ...testFunction, code: 'return 2' },
    updatedAt: expect.any(String),
  })
  const { updatedAt } = specificationSchema.parse(dev.body)
  expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(published.updatedAt))
  expect((await read('desk', '1.0.0')).body).toEqual({ ...published, updatedAt })
})

test('each version of a connector is read with its own name', async () => {
  await post('/connectors', original)
  await post('/connectors/desk/publish-version', { version: '1.0.0' })
  await update('desk', { name: 'Help desk' })
  await post('/connectors/desk/publish-version', { version: '1.1.0' })
  await update('desk', { name: 'Service desk' })
  const summary = async (query: string) => (await get(`/connectors/desk${query}`)).body
  expect(await summary('?version=1.0.0')).toMatchObject({ key: 'desk', name: 'Desk' })
  expect(await summary('?version=latest')).toMatchObject({ name: 'Help desk' })
  expect(await summary(''), 'the published version').toMatchObject({ name: 'Help desk' })
  expect(await summary('?version=dev')).toMatchObject({ name: 'Service desk' })
})

test('lists, the search and the catalog show the change', async () => {
  await post('/connectors', original)
  await update('desk', { name: 'Ledgerbook', type: 'app-token', categories: ['Money'] })
  const listed = { key: 'desk', name: 'Ledgerbook' }
  expect((await get('/connectors?search=ledgerbok')).body).toMatchObject({ items: [listed] })
  expect((await get('/connectors/desk')).body).toMatchObject(listed)
  expect((await get('/connector-catalog?authType=app-token&category=Money')).body).toMatchObject({
    items: [listed],
  })
  expect((await get('/connectors?search=support')).body).toEqual({ items: [] })
})

test('the history names what changed, without values of parameters', async () => {
  await post('/connectors', original)
  await update('desk', {
    name: 'Desk',
    inputSchema: { type: 'object', properties: { region: {}, site: {} } },
    categories: ['Support', 'CRM'],
    type: 'oauth2',
    parameters: { token: 'new secret' },
    test: { ...testFunction, code: 'return 2' },
    makeApiClient: { type: 'mapping', mapping: {} },
  })
  const [entry] = await history()
  expect(entry?.subject).toMatchObject({ type: 'connector', name: 'Desk' })
  expect(entry?.changes).toEqual([
    { path: 'categories', before: ['Support'], after: ['Support', 'CRM'] },
    { path: 'parameters', before: '(masked)', after: '(masked)' },
    {
      path: 'inputSchema',
      before: original.inputSchema,
      after: { type: 'object', properties: { region: {}, site: {} } },
    },
    { path: 'test.code', before: 'return 1', after: 'return 2' },
    { path: 'makeApiClient', after: { type: 'mapping', mapping: {} } },
  ])
})

test('options are compared one by one', async () => {
  const [a, b] = [{ type: 'oauth2' }, { type: 'app-token', parameters: { token: 'secret' } }]
  await post('/connectors', { name: 'Options', key: 'options', options: { a, b } })
  const options = { a: { ...a, test: testFunction }, c: b }
  await update('options', { name: 'Options', options })
  await update('options', { name: 'Options', options: { c: b, a: options.a } })
  const masked = { ...b, parameters: '(masked)' }
  expect((await history()).map(({ changes }) => changes)).toEqual([
    [{ path: 'options', before: ['a', 'c'], after: ['c', 'a'] }],
    [
      { path: 'options.a.test', after: testFunction },
      { path: 'options.b', before: masked },
      { path: 'options.c', after: masked },
    ],
  ])
})

test('the history names another app, and options that come or go', async () => {
  const app = await putApp(fixture.api, `app-${fixture.workspace.key}`, 'App')
  const token = { type: 'app-token' }
  await post('/connectors', { name: 'Ways', key: 'ways' })
  await update('ways', { name: 'Ways', externalAppId: app })
  await update('ways', { name: 'Ways', externalAppId: app, options: { token } })
  await update('ways', { name: 'Ways' })
  expect((await history()).map(({ changes }) => changes)).toEqual([
    [
      { path: 'externalAppId', before: app },
      { path: 'options.token', before: token },
    ],
    [{ path: 'options.token', after: token }],
    [{ path: 'externalAppId', after: app }],
  ])
})

test('internal authOptions are replaced, with the issues at their paths', async () => {
  await post('/connectors', original)
  const sent = await update('desk', { name: 'Desk', authOptions: [{ key: 'a', type: 'oauth2' }] })
  expect(sent.body).toMatchObject({ type: 'oauth2' })
  expect(sent.body).not.toHaveProperty('authOptions')
  for (const [body, path] of [
    [{ authOptions: [{ type: 'oauth2', uuid: 'mine' }] }, ['body', 'authOptions', 0, 'uuid']],
    [{ authOptions: [{ type: 'x' }] }, ['body', 'authOptions', 0, 'type']],
  ] as const) {
    const { body: refusal } = await update('desk', { name: 'Desk', ...body })
    expect(refusal).toMatchObject({ key: 'invalid_request', data: { issues: [{ path }] } })
  }
})

test('an update that changes nothing is not recorded', async () => {
  await post('/connectors', original)
  const tag = await tagOf('desk')
  const { key: _key, ...same } = original
  expect((await update('desk', same)).headers.get('ETag')).toBe(tag)
  expect(await history()).toEqual([])
})

test('a change of an outdated working copy is refused, also after a publication', async () => {
  await post('/connectors', original)
  const tag = await tagOf('desk')
  const first = await update('desk', { name: 'First' }, { headers: { 'If-Match': tag } })
  expect(first.status).toBe(200)
  const late = await update('desk', { name: 'Late' }, { headers: { 'If-Match': tag } })
  expect([late.status, late.body]).toEqual([
    412,
    expect.objectContaining({
      key: 'precondition_failed',
      message: expect.stringContaining('connector was changed'),
    }),
  ])
  const published = await fixture.api.request('POST', '/connectors/desk/publish-version', {
    token: fixture.token,
    headers: { 'If-Match': tag },
  })
  expect(published.status, 'an unread working copy is not published').toBe(412)
  const now = await tagOf('desk')
  const together = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      update('desk', { name: `Writer ${index}` }, { headers: { 'If-Match': now } }),
    ),
  )
  const ended = (wanted: number) => together.filter(({ status }) => status === wanted).length
  expect([ended(200), ended(412)]).toEqual([1, 5])
})

test('the webhook is notified if the workspace has enabled the event', async () => {
  await post('/connectors', original)
  await fixture.api.request('PATCH', `/org-workspaces/${fixture.workspace.id}`, {
    token: fixture.token,
    body: { webhookUri: 'https://hooks.example/', enabledWebhookEvents: ['connector.updated'] },
  })
  const { key: _key, ...same } = original
  await update('desk', { ...same, name: 'Told' })
  const { body } = await fixture.api.dependencies.database
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('workspace_id', '=', fixture.workspace.id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body)).toMatchObject({
    eventType: 'connector.updated',
    data: { key: 'desk', name: 'Told', changed: ['name'], by: 'Test' },
  })
})

describe('is refused', () => {
  const messageSchema = z.looseObject({ message: z.string() })
  const refusal = async (response: ReturnType<typeof update>) => {
    const { status, body } = await response
    return [status, messageSchema.parse(body).message]
  }

  test('for a connector that is read-only or archived', async () => {
    await post('/connectors', original)
    await change({ is_read_only: true })
    expect(await refusal(update('desk', { name: 'x' }))).toEqual([
      403,
      'Desk is read-only: it cannot be changed',
    ])
    await change({ is_read_only: false, archived_at: new Date() })
    expect(await refusal(update('desk', { name: 'x' }))).toEqual([
      409,
      'Desk is archived: it cannot be changed',
    ])
  })

  test('with what identifies the connector, or a missing app', async () => {
    await post('/connectors', original)
    const sent = [{ key: 'other' }, { uuid: 'other' }, { externalAppId: 'none' }, { type: 'x' }]
    for (const members of sent)
      expect((await update('desk', { name: 'Desk', ...members })).status).toBe(400)
    expect((await update('desk', {})).status).toBe(400)
    expect((await read('desk')).body).toMatchObject({ parameters: original.parameters })
  })

  test('for tokens that may not change anything', async () => {
    await post('/connectors', original)
    for (const claims of [{}, { tenantKey: 'customer' }]) {
      const token = await tokenOf(fixture.workspace, claims)
      expect((await update('desk', { name: 'x' }, { token })).status).toBe(403)
    }
    const stranger = await adminToken(await fixture.api.newWorkspace('Stranger'))
    expect((await update('desk', { name: 'x' }, { token: stranger })).status).toBe(404)
  })
})

test('it is not served with extensions off', async () => {
  const ten = await testApi({ extensions: false })
  const path = '/connectors/any/specification'
  const sent = { token: ten.operatorToken, body: { name: 'x' } }
  expect((await ten.request('PUT', path, sent)).status).toBe(404)
  await ten.close()
})

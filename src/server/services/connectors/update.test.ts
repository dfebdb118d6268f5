import { expect, test } from 'vitest'
import { operations } from '../../../contract/operations'
import { adminToken, tokenOf } from '../../testing/api'
import { putApp } from '../../testing/apps'
import { workspacePerTest } from '../../testing/workspace-per-test'

const fixture = workspacePerTest('Edited')

const code = (text: string) => ({ type: 'javascript', code: text })
const specification = {
  name: 'Desk',
  type: 'oauth2',
  categories: ['Support'],
  parameters: { clientSecret: 'first secret' },
  makeApiClient: code('return 1'),
  getOAuthConfig: code('return {}'),
}

const request = (method: string, path: string, body?: unknown, options: Options = {}) =>
  fixture.api.request(method, path, {
    token: options.as ?? fixture.token,
    headers: options.headers ?? {},
    ...(body === undefined ? {} : { body }),
  })
interface Options {
  as?: string
  headers?: Record<string, string>
}

async function newConnector(body: object = specification) {
  const created = await request('POST', '/connectors', body)
  return operations.createConnector.response.parse(created.body)
}

const replace = (selector: string, body: unknown, options?: Options) =>
  request('PUT', `/connectors/${selector}/specification`, body, options)
const read = async (selector: string, version = 'dev') =>
  request('GET', `/connectors/${selector}/specification?version=${version}`)
const change = (id: string, values: { is_read_only?: boolean; archived_at?: Date }) =>
  fixture.api.dependencies.database
    .updateTable('connectors')
    .set(values)
    .where('id', '=', id)
    .execute()
const history = async () =>
  operations.listAuditEvents.response.parse(
    (await request('GET', '/audit-events?operation=updateConnector&outcome=done')).body,
  ).items

test('the working copy is replaced, and what was published stays', async () => {
  const { id, key } = await newConnector()
  await request('POST', `/connectors/${id}/publish-version`, { version: '1.0.0' })
  const { categories: _left, ...rest } = specification
  const { status, body } = await replace(key, {
    ...rest,
    name: 'Help desk',
    makeApiClient: code('return 2'),
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    key,
    name: 'Help desk',
    version: 'dev',
    makeApiClient: code('return 2'),
    parameters: specification.parameters,
  })
  expect(body).not.toHaveProperty('categories')
  expect((await read(id)).body).toEqual(body)
  expect((await read(id, '1.0.0')).body).toMatchObject({
    makeApiClient: specification.makeApiClient,
    categories: ['Support'],
  })
  const found = async (search: string) =>
    (await request('GET', `/connectors?search=${search}`)).body
  expect(await found('help')).toMatchObject({ items: [{ id, name: 'Help desk' }] })
  const { body: next } = await request('POST', `/connectors/${id}/publish-version`)
  expect(next).toMatchObject({ version: '1.1.0' })
  expect((await read(id, '1.1.0')).body).toMatchObject({ makeApiClient: code('return 2') })
})

test('the history names what changed, without code and secrets', async () => {
  const { id } = await newConnector()
  await replace(id, specification)
  expect(await history(), 'nothing changed').toEqual([])
  await replace(id, {
    ...specification,
    name: 'Help desk',
    parameters: { clientSecret: 'second secret' },
    makeApiClient: code('return 2'),
    test: code('return true'),
  })
  const entries = await history()
  expect(entries).toMatchObject([
    {
      subject: { type: 'connector', id, name: 'Help desk' },
      changes: expect.arrayContaining([
        { path: 'name', before: 'Desk', after: 'Help desk' },
        { path: 'parameters' },
        { path: 'makeApiClient' },
        { path: 'test' },
      ]),
    },
  ])
  expect(entries[0]?.changes).toHaveLength(4)
  expect(JSON.stringify(entries[0]?.changes)).not.toMatch(/secret|return/)
})

test('it refers to an app in any way, and the same app is no change', async () => {
  const app = await putApp(fixture.api, `desk-${fixture.workspace.key}`, 'Desk', {
    uuid: `uuid-${fixture.workspace.key}`,
  })
  const { id } = await newConnector()
  await replace(id, { ...specification, appUuid: `uuid-${fixture.workspace.key}` })
  expect((await read(id)).body).toMatchObject({ externalAppId: app })
  const listed = await request('GET', `/connectors?externalAppId=${app}`)
  expect(listed.body).toMatchObject({ items: [{ id }] })
  await replace(id, {
    ...specification,
    appUuid: `uuid-${fixture.workspace.key}`,
    externalAppId: app,
  })
  expect(
    (await history()).map(({ changes }) => changes.map(({ path }) => path).toSorted()),
  ).toEqual([['appUuid', 'externalAppId']])
  expect((await replace(id, { ...specification, externalAppId: 'nothing' })).body).toMatchObject({
    data: { issues: [{ path: ['body', 'externalAppId'], code: 'unknown_reference' }] },
  })
  await replace(id, specification)
  expect((await read(id)).body).not.toHaveProperty('externalAppId')
})

test('If-Match takes the ETag of a read, and refuses an older one', async () => {
  const { id } = await newConnector()
  const tag = (await read(id)).headers.get('ETag') ?? ''
  const first = await replace(id, { name: 'First' }, { headers: { 'If-Match': tag } })
  expect(first.status).toBe(200)
  expect(first.headers.get('ETag')).toBe((await read(id)).headers.get('ETag'))
  const late = await replace(id, { name: 'Late' }, { headers: { 'If-Match': tag } })
  expect([late.status, late.body]).toEqual([
    412,
    expect.objectContaining({ message: expect.stringContaining('connector was changed') }),
  ])
  const now = (await read(id)).headers.get('ETag') ?? ''
  const together = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      replace(id, { name: `Writer ${index}` }, { headers: { 'If-Match': now } }),
    ),
  )
  const ended = (wanted: number) => together.filter(({ status }) => status === wanted).length
  expect([ended(200), ended(412)]).toEqual([1, 3])
})

test('the webhook is notified if the workspace has enabled the event', async () => {
  const { id, key } = await newConnector()
  await request('PATCH', `/org-workspaces/${fixture.workspace.id}`, {
    webhookUri: 'https://hooks.example/',
    enabledWebhookEvents: ['connector.updated'],
  })
  await replace(id, { ...specification, name: 'Told' })
  const deliveries = await fixture.api.dependencies.database
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('workspace_id', '=', fixture.workspace.id)
    .execute()
  expect(deliveries.map(({ body }) => JSON.parse(body))).toEqual([
    {
      eventType: 'connector.updated',
      data: { id, key, name: 'Told', isReadOnly: false, changed: ['name'], by: 'Test' },
      timestamp: expect.any(String),
    },
  ])
})

test('what is read-only, archived or another’s is refused, and so are other callers', async () => {
  const { id } = await newConnector()
  const before = (await read(id)).body
  const message = async (options?: Options) => {
    const { status, body } = await replace(id, { name: 'Refused' }, options)
    return [status, JSON.stringify(body)]
  }
  await change(id, { is_read_only: true })
  expect(await message()).toEqual([403, expect.stringContaining('Desk is read-only')])
  await change(id, { is_read_only: false, archived_at: new Date() })
  expect(await message()).toEqual([409, expect.stringContaining('Desk is archived')])
  await fixture.api.dependencies.database
    .updateTable('connectors')
    .set({ archived_at: null })
    .where('id', '=', id)
    .execute()
  const stranger = await adminToken(await fixture.api.newWorkspace('Stranger'))
  expect((await message({ as: stranger }))[0]).toBe(404)
  expect((await message({ as: await tokenOf(fixture.workspace) }))[0]).toBe(403)
  await request('PATCH', `/org-workspaces/${fixture.workspace.id}`, { isReadOnly: true })
  expect(await message()).toEqual([403, expect.stringContaining('workspace is read-only')])
  expect((await read(id)).body).toEqual(before)
})

test('it is checked as a new connector is, and its key and uuid stay', async () => {
  const { id, key } = await newConnector()
  const { status, body } = await replace(id, {
    ...specification,
    key: 'other',
    refreshCredentials: 'text',
    options: { token: { type: 'app-token' } },
  })
  expect(status).toBe(400)
  const issues = JSON.stringify(body)
  for (const part of ['"key"', 'refreshCredentials', 'mutually exclusive'])
    expect(issues).toContain(part)
  expect((await read(key)).body).toMatchObject({ id, key, name: 'Desk' })
  await replace(id, { name: 'Desk', authOptions: [{ key: 'only', type: 'app-token' }] })
  expect((await read(id)).body).toMatchObject({ type: 'app-token' })
})

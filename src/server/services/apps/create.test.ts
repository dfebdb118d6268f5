import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { appDetailsSchema, type AppDetails } from '@/contract/apps'
import { operations } from '@/contract/operations'
import { searchColumns } from '@/server/search/search-text'
import { tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerTest } from '@/server/testing/workspace-per-test'

const fixture = workspacePerTest('Own apps')

const create = (body: unknown, headers: Record<string, string> = {}) =>
  fixture.api.request('POST', '/external-apps', { token: fixture.token, body, headers })
const created = async (body: unknown): Promise<AppDetails> =>
  appDetailsSchema.strict().parse((await create(body)).body)
const get = (path: string, as = fixture.token) => fixture.api.request('GET', path, { token: as })
const listed = async (query = '') =>
  operations.listApps.response.parse((await get(`/external-apps${query}`)).body).items
const update = (body: unknown) =>
  fixture.api.request('PATCH', `/org-workspaces/${fixture.workspace.id}`, {
    token: fixture.token,
    body,
  })
const ownApps = async () =>
  (
    await fixture.api.dependencies.database
      .selectFrom('apps')
      .select('key')
      .where('workspace_id', '=', fixture.workspace.id)
      .orderBy('key')
      .execute()
  ).map(({ key }) => key)

test('an app is created with all members, found by search and added to the history', async () => {
  const sent = {
    name: 'Field Service',
    key: 'field.service',
    appUri: 'https://field.example/',
    logoUri: '/logos/field.svg',
    categories: ['Internal', 'Support'],
  }
  const app = await created(sent)
  expect(app).toMatchObject({ ...sent, isPublic: false, isReadOnly: false })
  for (const selector of [app.id, app.uuid, app.key])
    expect((await get(`/external-apps/${selector}`)).body).toEqual(app)
  for (const search of ['field ser', 'sevrice'])
    expect((await listed(`?search=${search}`)).map(({ id }) => id)).toEqual([app.id])
  const { items } = operations.listAuditEvents.response.parse(
    (await get('/audit-events?operation=createApp')).body,
  )
  expect(items).toMatchObject([
    { outcome: 'done', subject: { type: 'app', id: app.id, name: 'Field Service' } },
  ])
})

test('a key is derived from the name, and made unique', async () => {
  const names = ['Café (EU)', 'Café (EU)', '!!!', '!!!']
  const keys: string[] = []
  for (const name of names) keys.push((await created({ name })).key)
  expect(keys).toEqual(['cafe-eu', 'cafe-eu-2', 'app', 'app-2'])
})

test('apps created at the same time with the same name get different keys', async () => {
  const apps = await Promise.all(Array.from({ length: 10 }, () => created({ name: 'Crowd' })))
  expect(new Set(apps.map(({ key }) => key)).size).toBe(10)
})

test('a key taken in the workspace, even by an archived app, is refused', async () => {
  await created({ name: 'First', key: 'taken' })
  await putApp(fixture.api, 'gone', 'Gone', { workspaceId: fixture.workspace.id, archived: true })
  await putApp(fixture.api, 'theirs', 'Theirs', {
    workspaceId: (await fixture.api.newWorkspace('Other')).id,
  })
  expect((await create({ name: 'Second', key: 'taken' })).body).toMatchObject({
    key: 'already_exists',
    data: { field: 'key' },
    message: expect.stringContaining('Another app'),
  })
  expect(await create({ name: 'Second', key: 'gone' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('An archived app') },
  })
  expect((await create({ name: 'Second', key: 'theirs' })).status).toBe(200)
  expect(await ownApps()).toEqual(['gone', 'taken', 'theirs'])
})

test('an app of the workspace hides a public one of the same key', async () => {
  await update({ settings: { useServiceUniverse: true } })
  await putApp(fixture.api, 'shadowed', 'Shadowed')
  expect((await listed('?search=shadowed')).map(({ isPublic }) => isPublic)).toEqual([true])
  const { id } = await created({ name: 'Ours', key: 'shadowed' })
  expect(await listed('?search=shadowed')).toMatchObject([{ id, isPublic: false }])
  expect((await get('/external-apps/shadowed')).body).toMatchObject({ id })
})

test('all issues of the body are reported, and nothing is written', async () => {
  const { status, body } = await create({
    name: ' ',
    key: 'no spaces',
    appUri: 'field.example',
    logoUri: 'javascript:alert(1)',
    categories: [''],
    isPublic: true,
  })
  expect(status).toBe(400)
  const paths = ['name', 'key', 'appUri', 'logoUri', 'categories.0', 'isPublic']
  expect(body).toMatchObject({
    data: {
      issues: expect.arrayContaining(
        paths.map((path) =>
          expect.objectContaining({
            path: ['body', ...path.split('.').map((part) => (part === '0' ? 0 : part))],
          }),
        ),
      ),
    },
  })
  expect(await ownApps()).toEqual([])
})

test('an empty logo means none', async () => {
  expect(await created({ name: 'Plain', logoUri: '' })).not.toHaveProperty('logoUri')
})

test('a repeat with the same Idempotency-Key creates no second app', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const responses = [
    await create({ name: 'Once' }, headers),
    await create({ name: 'Once' }, headers),
  ]
  expect(responses[1]?.body).toEqual(responses[0]?.body)
  expect(await ownApps()).toEqual(['once'])
})

test('it is refused in a read-only workspace, and to operators', async () => {
  await update({ isReadOnly: true })
  expect((await create({ name: 'Refused' })).status).toBe(403)
  expect(
    (
      await fixture.api.request('POST', '/external-apps', {
        token: fixture.api.operatorToken,
        body: { name: 'Refused' },
      })
    ).status,
  ).toBe(403)
  expect(await ownApps()).toEqual([])
})

test('an app is an element: above the limit it is refused until one is archived', async () => {
  await update({ limits: { totalNumberOfWorkspaceElements: { unit: 'number', value: 1 } } })
  const { id } = await created({ name: 'One' })
  expect(await create({ name: 'Two' })).toMatchObject({
    status: 429,
    body: { data: { limit: 'totalNumberOfWorkspaceElements', value: 1 } },
  })
  expect(await ownApps()).toEqual(['one'])
  await fixture.api.request('DELETE', `/external-apps/${id}`, { token: fixture.token })
  expect((await create({ name: 'Two' })).status).toBe(200)

  await update({
    limits: {
      totalNumberOfWorkspaceElements: { unit: 'number', value: 9 },
      workspaceElementCreationsPerHour: { unit: 'number', value: 2 },
    },
  })
  expect(await create({ name: 'Three' })).toMatchObject({
    status: 429,
    body: { data: { limit: 'workspaceElementCreationsPerHour' } },
  })
  expect(await ownApps()).toEqual(['one', 'two'])
})

test('a creation that fails is not counted', async () => {
  await update({ limits: { workspaceElementCreationsPerHour: { unit: 'number', value: 2 } } })
  await created({ name: 'One' })
  expect((await create({ name: 'Again', key: 'one' })).status).toBe(409)
  await created({ name: 'Two' })
  expect((await create({ name: 'Three' })).status).toBe(429)
})

test('connections are filtered by app and connector, among those the caller sees', async () => {
  const { id } = await created({ name: 'Used' })
  const other = await created({ name: 'Other' })
  const tenantToken = await tokenOf(fixture.workspace, { tenantKey: 'customer' })
  await get('/connections', tenantToken)
  const tenant = await fixture.api.dependencies.database
    .selectFrom('tenants')
    .select('id')
    .where('workspace_id', '=', fixture.workspace.id)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const connectorResponse = await fixture.api.request('POST', '/connectors', {
    token: fixture.token,
    body: { name: 'Calls it' },
  })
  const { id: connectorId } = operations.createConnector.response.parse(connectorResponse.body)
  const connection = (
    name: string,
    appId: string,
    tenantId: string | null,
    connector: string | null,
  ) => ({
    id: uuid(),
    workspace_id: fixture.workspace.id,
    tenant_id: tenantId,
    external_app_id: appId,
    connector_id: connector,
    key: name,
    name,
    ...searchColumns(name, name),
    created_at: now,
    updated_at: now,
  })
  await fixture.api.dependencies.database
    .insertInto('connections')
    .values([
      connection('a', id, tenant.id, null),
      connection('b', id, null, connectorId),
      connection('c', other.id, tenant.id, connectorId),
    ])
    .execute()
  const names = async (query: string, as = fixture.token) =>
    operations.listConnections.response
      .parse((await get(`/connections${query}`, as)).body)
      .items.map(({ name }) => name)
  expect(await names(`?externalAppId=${id}`)).toEqual(['a', 'b'])
  expect(await names(`?externalAppId=${id}`, tenantToken)).toEqual(['a'])
  expect(await names('?externalAppId=used')).toEqual([])
  expect(await names(`?connectorId=${connectorId}`)).toEqual(['b', 'c'])
  expect(await names(`?connectorId=${connectorId}`, tenantToken)).toEqual(['c'])
  expect(await names(`?connectorId=${connectorId}&externalAppId=${id}`)).toEqual(['b'])
})

test('a Korean name becomes a key that finds the app in either Unicode form', async () => {
  const { id, key } = await created({ name: '한글 앱' })
  expect(key).toBe('한글-앱'.normalize('NFC'))
  for (const form of ['NFC', 'NFD'] as const)
    expect(
      (await get(`/external-apps/${encodeURIComponent(key.normalize(form))}`)).body,
    ).toMatchObject({ id })
})

test('long names of characters outside the basic plane get different, whole keys', async () => {
  const name = `a${'\u{20BB7}'.repeat(60)}`
  const keys = [await created({ name }), await created({ name })].map(({ key }) => key)
  expect(keys).toEqual([`a${'\u{20BB7}'.repeat(44)}`, `a${'\u{20BB7}'.repeat(44)}-2`])
})

test('an app does not get a key that is also a path of the API', async () => {
  for (const key of ['search', 'categories', 'archive']) {
    expect(await create({ name: 'Hidden', key })).toMatchObject({
      status: 400,
      body: { data: { issues: [{ path: ['body', 'key'] }] } },
    })
    const app = await created({ name: key })
    expect(app.key).toBe(`${key}-2`)
    expect((await get(`/external-apps/${app.key}`)).body).toMatchObject({ id: app.id })
  }
})

test('a key names the public app while the workspace’s app with that key is archived', async () => {
  const key = `both-${fixture.workspace.key}`
  const open = await putApp(fixture.api, key, 'Public')
  const own = await created({ name: 'Own', key })
  expect((await get(`/external-apps/${key}`)).body).toMatchObject({ id: own.id })
  await fixture.api.request('DELETE', `/external-apps/${key}`, { token: fixture.token })
  expect((await get(`/external-apps/${key}`)).body).toMatchObject({ id: open })
  const again = await fixture.api.request('DELETE', `/external-apps/${key}`, {
    token: fixture.token,
  })
  expect(again.status, 'repeating it changes nothing').toBe(200)
  expect(
    (await fixture.api.request('POST', `/external-apps/${key}/restore`, { token: fixture.token }))
      .body,
  ).toMatchObject({ id: own.id })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { appDetailsSchema, type AppDetails } from '@/contract/apps'
import { operations } from '@/contract/operations'
import { adminToken, testApi, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { putApp } from '@/server/testing/apps'

let workspace: TestWorkspace
let token: string
let app: AppDetails

const api = await apiPerFile()
beforeEach(async () => {
  workspace = await api.newWorkspace('Changed apps')
  token = await adminToken(workspace)
  const { body } = await api.request('POST', '/external-apps', {
    token,
    body: {
      name: 'Field Service',
      key: 'field',
      appUri: 'https://field.example/',
      logoUri: '/logos/field.svg',
      categories: ['Internal'],
    },
  })
  app = appDetailsSchema.strict().parse(body)
})

const update = (
  body?: unknown,
  {
    selector = app.id,
    headers = {},
    as = token,
  }: { selector?: string; headers?: Record<string, string>; as?: string } = {},
) =>
  api.request('PATCH', `/external-apps/${encodeURIComponent(selector)}`, {
    token: as,
    body,
    headers,
  })
const read = (selector = app.id) =>
  api.request('GET', `/external-apps/${encodeURIComponent(selector)}`, { token })
const history = async () =>
  operations.listAuditEvents.response.parse(
    (await api.request('GET', '/audit-events?operation=updateApp&outcome=done', { token })).body,
  ).items
const found = async (search: string) =>
  operations.listApps.response
    .parse((await api.request('GET', `/external-apps?search=${search}`, { token })).body)
    .items.map(({ key }) => key)

test('only the given members change, and the history records both values', async () => {
  const { status, body } = await update({ name: 'Fleet', categories: ['Support', 'Internal'] })
  expect(status).toBe(200)
  expect(appDetailsSchema.strict().parse(body)).toEqual({
    ...app,
    name: 'Fleet',
    categories: ['Support', 'Internal'],
    updatedAt: expect.any(String),
  })
  expect((await read()).body).toEqual(body)
  expect(
    [await found('fleet'), await found('flete'), await found('service')],
    'it is found by its new name',
  ).toEqual([['field'], ['field'], []])
  expect(await history()).toMatchObject([
    {
      subject: { type: 'app', id: app.id, name: 'Fleet' },
      changes: [
        { path: 'name', before: 'Field Service', after: 'Fleet' },
        { path: 'categories', before: ['Internal'], after: ['Support', 'Internal'] },
      ],
    },
  ])
})

test('an app is named by its id, uuid or key; an empty address or logo clears', async () => {
  await update({ name: 'By uuid' }, { selector: app.uuid })
  await update({ appUri: '', logoUri: '' }, { selector: app.key })
  const { appUri: _appUri, logoUri: _logoUri, ...rest } = app
  expect((await read()).body).toEqual({ ...rest, name: 'By uuid', updatedAt: expect.any(String) })
  await update({ appUri: 'https://again.example/', logoUri: 'https://again.example/logo.png' })
  expect((await read()).body).toMatchObject({
    appUri: 'https://again.example/',
    logoUri: 'https://again.example/logo.png',
  })
})

test('with no body, an empty one or equal values, nothing changes', async () => {
  for (const body of [
    undefined,
    '',
    {},
    { name: 'Field Service', appUri: 'https://field.example/', categories: ['Internal'] },
  ]) {
    expect((await update(body, { headers: { 'Content-Type': 'application/json' } })).body).toEqual(
      app,
    )
  }
  expect(await history()).toEqual([])
})

test('all issues are reported, including the read-only key, and nothing is written', async () => {
  const { status, body } = await update({
    name: ' ',
    key: 'other',
    appUri: 'field.example',
    logoUri: 'javascript:alert(1)',
    categories: [''],
    isReadOnly: true,
  })
  expect(status).toBe(400)
  const paths = [['name'], ['key'], ['appUri'], ['logoUri'], ['categories', 0], ['isReadOnly']]
  expect(body).toMatchObject({
    data: {
      issues: expect.arrayContaining(
        paths.map((path) => expect.objectContaining({ path: ['body', ...path] })),
      ),
    },
  })
  expect((await read()).body).toEqual(app)
})

test('If-Match accepts the ETag of a read or a write, and rejects an older one', async () => {
  const tag = (await read()).headers.get('ETag') ?? ''
  const first = await update({ name: 'First' }, { headers: { 'If-Match': tag } })
  expect(first.status).toBe(200)
  expect(first.headers.get('ETag')).toBe((await read()).headers.get('ETag'))
  const late = await update({ name: 'Late' }, { headers: { 'If-Match': tag } })
  expect([late.status, late.body]).toEqual([
    412,
    expect.objectContaining({
      key: 'precondition_failed',
      message: expect.stringContaining('app was changed'),
    }),
  ])
  expect(
    (
      await update(
        { name: 'Second' },
        { headers: { 'If-Match': `W/${first.headers.get('ETag') ?? ''}` } },
      )
    ).status,
  ).toBe(200)
  expect((await update({ name: 'Any' }, { headers: { 'If-Match': '*' } })).status).toBe(200)

  const now = (await read()).headers.get('ETag') ?? ''
  const together = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      update({ name: `Writer ${index}` }, { headers: { 'If-Match': now } }),
    ),
  )
  const ended = (wanted: number) => together.filter(({ status }) => status === wanted).length
  expect([ended(200), ended(412)]).toEqual([1, 7])
})

test('concurrent updates of different members all take effect', async () => {
  await Promise.all([
    update({ name: 'Together' }),
    update({ appUri: '' }),
    update({ categories: [] }),
    update({ logoUri: '/together.svg' }),
  ])
  expect((await read()).body).toMatchObject({
    name: 'Together',
    categories: [],
    logoUri: '/together.svg',
  })
  expect((await read()).body).not.toHaveProperty('appUri')
  expect(await history()).toHaveLength(4)
})

test('the webhook is notified if the workspace has enabled the event', async () => {
  await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: { webhookUri: 'https://hooks.example/', enabledWebhookEvents: ['app.updated'] },
  })
  await update({ name: 'Told' })
  await update({ name: 'Told' })
  const deliveries = await api.dependencies.database
    .selectFrom('webhook_deliveries')
    .select(['event_type', 'body'])
    .where('workspace_id', '=', workspace.id)
    .execute()
  expect(deliveries.map(({ event_type, body }) => [event_type, JSON.parse(body)])).toEqual([
    [
      'app.updated',
      {
        eventType: 'app.updated',
        data: {
          id: app.id,
          uuid: app.uuid,
          key: 'field',
          name: 'Told',
          changed: ['name'],
          by: 'Test',
        },
        timestamp: expect.any(String),
      },
    ],
  ])
})

describe('is refused', () => {
  const refusal = async (response: ReturnType<typeof update>) => {
    const { status, body } = await response
    return [status, JSON.stringify(body)]
  }

  test('for a public app, to operators too, who belong to no workspace', async () => {
    const id = await putApp(api, `public-${workspace.key}`, 'Public')
    expect(await refusal(update({ name: 'Mine' }, { selector: id }))).toEqual([
      403,
      expect.stringContaining('public app'),
    ])
    for (const selector of [id, app.id])
      expect(await refusal(update({ name: 'Mine' }, { selector, as: api.operatorToken }))).toEqual([
        403,
        expect.stringContaining('belongs to no workspace'),
      ])
  })

  test('for an app that is archived or read-only', async () => {
    const archived = await putApp(api, 'archived', 'Gone', {
      workspaceId: workspace.id,
      archived: true,
    })
    const locked = await putApp(api, 'locked', 'Locked', {
      workspaceId: workspace.id,
      isReadOnly: true,
    })
    expect(await refusal(update({ name: 'x' }, { selector: archived }))).toEqual([
      409,
      expect.stringContaining('restore it'),
    ])
    expect(await refusal(update({ name: 'x' }, { selector: locked }))).toEqual([
      403,
      expect.stringContaining('read-only'),
    ])
  })

  test('while the workspace is read-only, and for read-only tokens', async () => {
    expect((await update({ name: 'x' }, { as: await tokenOf(workspace) })).status).toBe(403)
    expect(
      (await update({ name: 'x' }, { as: await tokenOf(workspace, { tenantKey: 'customer' }) }))
        .status,
    ).toBe(403)
    await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body: { isReadOnly: true },
    })
    expect(await refusal(update({ name: 'x' }))).toEqual([
      403,
      expect.stringContaining('workspace is read-only'),
    ])
    expect((await read()).body).toEqual(app)
  })

  test('for another workspace’s app, as for a missing one', async () => {
    const stranger = await adminToken(await api.newWorkspace('Stranger'))
    for (const selector of [app.id, app.uuid, app.key])
      expect((await update({ name: 'Theirs' }, { selector, as: stranger })).status).toBe(404)
    expect((await read()).body).toEqual(app)
  })
})

test('it is not served with extensions off', async () => {
  const ten = await testApi({ extensions: false })
  const response = await ten.request('PATCH', '/external-apps/any', {
    token: ten.operatorToken,
    body: { name: 'x' },
  })
  expect([response.status, response.headers.get('Allow')]).toEqual([
    405,
    expect.stringContaining('DELETE'),
  ])
  await ten.close()
})

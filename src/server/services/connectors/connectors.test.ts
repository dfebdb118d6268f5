import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectorDetailsSchema, connectorSchema } from '@/contract/connectors'
import { adminToken, tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('Connectors')

const create = (body: unknown) => api.request('POST', '/connectors', { token, body })
const get = (path: string, as = token) => api.request('GET', path, { token: as })
const created = async (body: unknown) => connectorSchema.strict().parse((await create(body)).body)

test('a key is derived from the name, and made unique', async () => {
  const keys = [
    await created({ name: 'Café (EU)' }),
    await created({ name: 'Café (EU)' }),
    await created({ name: '!!!' }),
  ].map(({ key }) => key)
  expect(keys).toEqual(['cafe-eu', 'cafe-eu-2', 'connector'])
})

test('connectors created at the same time with the same name get different keys', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => created({ name: 'Crowd' })))
  expect(new Set(responses.map(({ key }) => key)).size).toBe(10)
})

test('the app is found by each reference, and contradicting references are refused', async () => {
  const app = await putApp(api, 'notion', 'Notion', { uuid: 'notion-uuid' })
  const other = await putApp(api, 'slack', 'Slack', { uuid: 'slack-uuid' })
  for (const reference of [
    { externalAppId: app },
    { externalAppUuid: 'notion-uuid' },
    { appUuid: 'notion-uuid' },
  ]) {
    const { id } = await created({ name: 'Referring', ...reference })
    expect((await get(`/connectors/${id}/specification`)).body).toMatchObject({
      externalAppId: app,
    })
  }
  expect(
    (await create({ name: 'X', externalAppId: app, externalAppUuid: 'slack-uuid' })).status,
  ).toBe(400)
  const listed = z
    .object({ items: z.array(connectorSchema) })
    .parse((await get(`/connectors?externalAppId=${other}`)).body)
  expect(listed.items).toEqual([])
})

test('unknown members of functions are kept', async () => {
  const test = { type: 'javascript', code: 'x', zebra: { b: 1, a: 2 }, description: 'Tests' }
  const { id } = await created({ name: 'Kept', type: 'oauth2', test })
  const { body } = await get(`/connectors/${id}/specification`)
  expect(body).toMatchObject({ test })
  expect(JSON.stringify(body)).toContain(JSON.stringify(test.zebra))
})

test('authOptions become the top-level fields, or the options', async () => {
  const one = await created({ name: 'One', authOptions: [{ key: 'only', type: 'oauth2' }] })
  expect((await get(`/connectors/${one.id}/specification`)).body).toMatchObject({ type: 'oauth2' })
  const two = await created({
    name: 'Two',
    authOptions: [
      { key: 'a', type: 'oauth2' },
      { key: 'b', type: 'app-token' },
    ],
  })
  expect((await get(`/connectors/${two.id}/specification`)).body).toMatchObject({
    options: { a: { type: 'oauth2' }, b: { type: 'app-token' } },
  })
  expect(
    (await create({ name: 'Both', type: 'oauth2', authOptions: [{ key: 'a' }, { key: 'b' }] }))
      .status,
  ).toBe(400)
})

const secret = { type: 'proxy', parameters: { clientSecret: 'to admins only' } }
test.each([
  ['a connector', secret],
  ['its options', { options: { a: secret } }],
])('only admins see values of parameters of %s', async (_where, members) => {
  const { id } = await created({ name: 'Parameters', ...members })
  expect(JSON.stringify((await get(`/connectors/${id}/specification`)).body)).toContain(
    'to admins only',
  )
  for (const claims of [{}, { tenantKey: 'customer' }]) {
    expect(
      JSON.stringify(
        (await get(`/connectors/${id}/specification`, await tokenOf(workspace, claims))).body,
      ),
    ).not.toContain('to admins only')
  }
})

test('a read returns dev until a version is published; any version can be requested', async () => {
  const { key } = await created({ name: 'Versioned', categories: ['a'] })
  const versionOf = async (query = '') =>
    z
      .object({ version: z.string() })
      .safeParse((await get(`/connectors/${key}/specification${query}`)).body).data?.version
  expect([await versionOf(), (await get(`/connectors/${key}?version=latest`)).status]).toEqual([
    'dev',
    404,
  ])

  const publish = (body?: unknown) =>
    api.request('POST', `/connectors/${key}/publish-version`, { token, body })
  expect((await publish()).body).toMatchObject({ version: '1.0.0' })
  expect((await publish({ version: '1.10.0', changelog: 'More' })).body).toMatchObject({
    version: '1.10.0',
    changelog: 'More',
  })
  expect((await publish({ version: '1.9.0' })).status).toBe(200)
  expect((await publish({ version: '1.9.0' })).status).toBe(409)
  expect((await publish({ version: 'one' })).status).toBe(400)
  expect((await publish()).body).toMatchObject({ version: '1.11.0' })
  expect([
    await versionOf(),
    await versionOf('?version=latest'),
    await versionOf('?version=1.9.0'),
    await versionOf('?version=dev'),
  ]).toEqual(['1.11.0', '1.11.0', '1.9.0', 'dev'])
  expect((await get(`/connectors/${key}?version=9.9.9`)).status).toBe(404)
  const { items } = z
    .object({ items: z.array(z.object({ version: z.string() })) })
    .parse((await get(`/connectors/${key}/versions`)).body)
  expect(items.map(({ version }) => version)).toEqual(['1.11.0', '1.10.0', '1.9.0', '1.0.0'])
})

test('connectors are filtered by type, category, read-only and state', async () => {
  const other = await api.newWorkspace('Catalogued')
  const as = await adminToken(other)
  const make = (body: unknown) => api.request('POST', '/connectors', { token: as, body })
  await make({
    name: 'Single',
    type: 'oauth2',
    categories: ['CRM', 'Sales'],
    logoUri: 'https://logos.example/single.svg',
  })
  await make({
    name: 'Several',
    options: { a: { type: 'oauth2' }, b: { type: 'app-token' } },
    categories: ['Support', 'eCommerce'],
  })
  await make({ name: 'Bare' })
  await make({ name: 'Old', type: 'proxy', categories: ['Retired'] })
  await api.dependencies.database
    .updateTable('connectors')
    .set({ is_read_only: true })
    .where('workspace_id', '=', other.id)
    .where('name', '=', 'Bare')
    .execute()
  await api.dependencies.database
    .updateTable('connectors')
    .set({ archived_at: new Date() })
    .where('workspace_id', '=', other.id)
    .where('name', '=', 'Old')
    .execute()

  const searched = async (query = '') =>
    z
      .object({ items: z.array(connectorDetailsSchema.strict()), total: z.int() })
      .parse((await get(`/connector-catalog${query}`, as)).body)
  const names = async (query: string) => (await searched(query)).items.map(({ name }) => name)
  expect(await names('')).toEqual(['Bare', 'Several', 'Single'])
  expect(await names('?authType=oauth2')).toEqual(['Several', 'Single'])
  expect(await names('?authType=app-token')).toEqual(['Several'])
  expect(await names('?category=Sales')).toEqual(['Single'])
  expect([await names('?isReadOnly=true'), await names('?isReadOnly=false')]).toEqual([
    ['Bare'],
    ['Several', 'Single'],
  ])
  expect([await names('?state=archived'), await names('?state=both')]).toEqual([
    ['Old'],
    ['Bare', 'Old', 'Several', 'Single'],
  ])
  expect(await names('?search=singel&authType=oauth2')).toEqual(['Single'])
  expect((await searched('?limit=1')).total).toBe(3)
  const [several, single] = (await searched('?authType=oauth2')).items
  expect([several?.authTypes, single?.authTypes, single?.categories, single?.logoUri]).toEqual([
    ['app-token', 'oauth2'],
    ['oauth2'],
    ['CRM', 'Sales'],
    'https://logos.example/single.svg',
  ])
  expect((await get('/connector-catalog/categories', as)).body).toEqual({
    items: ['CRM', 'eCommerce', 'Sales', 'Support'],
  })
})

test('authOptions that would lose something are refused', async () => {
  const option = { key: 'a', type: 'oauth2' }
  const issuesOf = async (body: object) => {
    const { status, body: refusal } = await create({ name: 'Refused', ...body })
    return [status, JSON.stringify(refusal)]
  }
  expect(await issuesOf({ authOptions: [option, { key: '__proto__', type: 'oauth2' }] })).toEqual([
    400,
    expect.stringContaining('"path":["body","authOptions",1,"key"]'),
  ])
  for (const authOptions of [[option], [option, { key: 'b' }]]) {
    expect(await issuesOf({ authOptions, type: 'app-token' })).toEqual([
      400,
      expect.stringContaining('"path":["body","type"]'),
    ])
    expect(await issuesOf({ authOptions, options: { c: {} } })).toEqual([
      400,
      expect.stringContaining('"path":["body","options"]'),
    ])
  }
})

test('version numbers have no leading zeros, and are no larger than can be counted', async () => {
  const { key } = await created({ name: 'Counted' })
  const publish = (version?: string) =>
    api.request('POST', `/connectors/${key}/publish-version`, { token, body: { version } })
  for (const version of ['01.0.0', '1.02.0', '1.0.00', '1.9007199254740993.0'])
    expect([version, (await publish(version)).status]).toEqual([version, 400])
  expect((await publish('0.10.0')).status).toBe(200)
  expect((await publish()).body).toMatchObject({ version: '0.11.0' })
})

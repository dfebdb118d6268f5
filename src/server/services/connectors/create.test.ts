import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import { adminToken } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerTest } from '@/server/testing/workspace-per-test'

const fixture = workspacePerTest('Created')

const post = (path: string, body?: object, as = fixture.token) =>
  fixture.api.request('POST', path, { token: as, ...(body === undefined ? {} : { body }) })
const get = (path: string, as = fixture.token) => fixture.api.request('GET', path, { token: as })
const created = async (body: object) =>
  operations.createConnector.response.parse((await post('/connectors', body)).body)
const refusal = z.looseObject({
  key: z.string(),
  data: z.object({
    issues: z.array(z.object({ path: z.array(z.unknown()), code: z.string() })),
  }),
})
/** The paths of the issues that a creation has, with their codes. */
const issuesOf = async (body: object) =>
  refusal
    .parse((await post('/connectors', { name: 'Refused', ...body })).body)
    .data.issues.map(({ path, code }) => `${path.join('.')}: ${code}`)
const change = (id: string, values: { is_read_only?: boolean; archived_at?: Date }) =>
  fixture.api.dependencies.database
    .updateTable('connectors')
    .set(values)
    .where('id', '=', id)
    .execute()

test('a reference that names no app, or no app of this kind, is pointed at', async () => {
  const [key, appUuid] = [`desk-${fixture.workspace.key}`, `uuid-${fixture.workspace.key}`]
  const id = await putApp(fixture.api, key, 'Desk', { uuid: appUuid })
  const otherUuid = `other-${fixture.workspace.key}`
  await putApp(fixture.api, otherUuid, 'Other', { uuid: otherUuid })
  expect(await issuesOf({ externalAppId: key })).toEqual(['body.externalAppId: unknown_reference'])
  expect(await issuesOf({ appUuid: id, externalAppUuid: 'nothing' })).toEqual([
    'body.externalAppUuid: unknown_reference',
    'body.appUuid: unknown_reference',
  ])
  expect(await issuesOf({ externalAppId: id, externalAppUuid: otherUuid, appUuid })).toEqual([
    'body.externalAppUuid: contradiction',
  ])
  expect(await issuesOf({ externalAppId: id, appUuid: otherUuid })).toEqual([
    'body.appUuid: contradiction',
  ])
  const agreeing = { externalAppId: id.toUpperCase(), externalAppUuid: appUuid, appUuid }
  const connector = await created({ name: 'Agreeing', ...agreeing })
  const byUuid = await created({ name: 'By uuid', externalAppId: appUuid })
  await created({ name: 'Without' })
  const listed = await get(`/connectors?externalAppId=${id}`)
  expect(listed.body).toEqual({ items: [connector, byUuid] })
  expect((await get(`/connectors?appUuid=${appUuid}`)).body).toEqual(listed.body)
  expect((await get(`/connectors?appUuid=${otherUuid}`)).body).toEqual({ items: [] })
})

test('the problems of authOptions are pointed at where they were sent', async () => {
  expect(await issuesOf({ authOptions: [] })).toEqual(['body.authOptions: too_small'])
  expect(await issuesOf({ authOptions: [{ key: 'only', type: 'nonsense' }] })).toEqual([
    'body.authOptions.0.type: invalid_value',
  ])
  expect(await issuesOf({ authOptions: [{ key: 'a' }, { key: 'b', type: 'nonsense' }] })).toEqual([
    'body.authOptions.1.type: invalid_value',
  ])
  expect(await issuesOf({ authOptions: [{ key: 'a' }, {}, { key: 'a' }] })).toEqual([
    'body.authOptions.1.key: missing',
    'body.authOptions.2.key: duplicate',
  ])
  const { id } = await created({ name: 'Keyless', authOptions: [{ type: 'oauth2' }] })
  expect((await get(`/connectors/${id}/specification`)).body).toMatchObject({ type: 'oauth2' })
})

test('a single option of authOptions replaces nothing but authentication fields', async () => {
  const [own, other] = [{ description: 'Ours' }, { description: 'Theirs' }]
  const option = { type: 'oauth2', name: 'Theirs', uuid: 'theirs', parameters: {}, ui: other }
  expect(await issuesOf({ ui: own, authOptions: [{ key: 'a', ...option }] })).toEqual(
    ['name', 'uuid', 'parameters', 'ui'].map(
      (name) => `body.authOptions.0.${name}: unrecognized_keys`,
    ),
  )
  const { id } = await created({ name: 'Ours', authOptions: [{ type: 'oauth2', ui: other }] })
  const { body } = await get(`/connectors/${id}/specification`)
  expect(body).toMatchObject({ name: 'Ours', type: 'oauth2', ui: other })
})

test('key and uuid are taken in their workspace alone', async () => {
  const values = { name: 'Once', key: 'once', uuid: uuid() }
  expect((await post('/connectors', values)).status).toBe(200)
  for (const field of ['key', 'uuid'] as const)
    expect((await post('/connectors', { name: 'Twice', [field]: values[field] })).body).toEqual(
      expect.objectContaining({ key: 'already_exists', data: { field } }),
    )
  const elsewhere = await adminToken(await fixture.api.newWorkspace('Elsewhere'))
  expect((await post('/connectors', values, elsewhere)).status).toBe(200)
})

test('an id names a connector before a uuid does, and a uuid before a key', async () => {
  const wanted = await created({ name: 'Wanted' })
  const { id } = wanted
  await created({ name: 'By key', key: id })
  expect((await get(`/connectors/${id}`)).body).toEqual(wanted)
  await created({ name: 'By uuid', uuid: id })
  for (const selector of [id, id.toUpperCase()])
    expect((await get(`/connectors/${selector}`)).body).toEqual(wanted)
  const shared = `shared-${fixture.workspace.key}`
  await created({ name: 'Key', key: shared })
  expect((await get(`/connectors/${shared}`)).body).toMatchObject({ name: 'Key' })
  await created({ name: 'Uuid', uuid: shared })
  expect((await get(`/connectors/${shared}`)).body).toMatchObject({ name: 'Uuid' })
})

test('a uuid names its connector in each of its Unicode forms', async () => {
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301']
  const form = await created({ name: 'Form', uuid: decomposed })
  for (const uuid of [composed, decomposed]) {
    expect((await get(`/connectors/${encodeURIComponent(uuid)}`)).body).toEqual(form)
    expect((await post('/connectors', { name: 'Other form', uuid })).status).toBe(409)
  }
})

test('what is read-only or archived is not published', async () => {
  const { id } = await created({ name: 'Kept' })
  const publish = async () => {
    const { status, body } = await post(`/connectors/${id}/publish-version`, {})
    return [status, z.looseObject({ message: z.string().optional() }).parse(body).message]
  }
  await change(id, { is_read_only: true })
  expect(await publish()).toEqual([403, 'Kept is read-only: it cannot be changed'])
  await change(id, { is_read_only: false, archived_at: new Date() })
  expect(await publish()).toEqual([409, 'Kept is archived: it cannot be published'])
  expect((await get('/connectors')).body).toEqual({ items: [] })
  expect((await get('/connectors?includeArchived=true')).body).toMatchObject({ items: [{ id }] })
  expect((await get(`/connectors/${id}/versions`)).body).toEqual({ items: [] })
  expect((await get(`/connectors/${id}/specification`)).body).toHaveProperty('archivedAt')
})

test('versions belong to one connector, and keep what was published', async () => {
  const [one, other] = [
    await created({ name: 'One', categories: ['CRM'] }),
    await created({ name: 'Other' }),
  ]
  const { updatedAt: before } = z
    .looseObject({ updatedAt: z.string() })
    .parse((await get(`/connectors/${one.id}/specification`)).body)
  const { body } = await post(`/connectors/${one.id}/publish-version`, { version: '2.0.0' })
  const version = operations.publishConnectorVersion.response.parse(body)
  expect(version).toMatchObject({ connectorId: one.id, version: '2.0.0', changelog: '' })
  expect((await get(`/connectors/${one.id}/versions`)).body).toEqual({ items: [version] })
  expect((await get(`/connectors/${other.id}/versions`)).body).toEqual({ items: [] })
  expect((await get(`/connectors/${other.id}?version=2.0.0`)).status).toBe(404)
  const published = z
    .looseObject({ updatedAt: z.string() })
    .parse((await get(`/connectors/${one.id}/specification`)).body)
  expect(published).toMatchObject({ version: '2.0.0', categories: ['CRM'] })
  expect(Date.parse(published.updatedAt)).toBeGreaterThan(Date.parse(before))
  const inCatalog = await get('/connector-catalog?search=one')
  expect(inCatalog.body).toMatchObject({ items: [{ publishedVersion: '2.0.0' }] })
  expect(
    operations.listAuditEvents.response
      .parse((await get('/audit-events')).body)
      .items.map(({ operation, subject, changes }) => [operation, subject.name, changes]),
  ).toEqual([
    ['publishConnectorVersion', 'One', [{ path: 'version', after: '2.0.0' }]],
    ['createConnector', 'Other', []],
    ['createConnector', 'One', []],
    ['createOrgWorkspace', 'Created', []],
  ])
})

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { managementApi } from '@/server/http/api'
import { searchColumns } from '@/server/search/search-text'
import { tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { countPagesRead } from '@/server/testing/pages-read'
import { workspacePerTest } from '@/server/testing/workspace-per-test'

const fixture = workspacePerTest('Connected')

const now = new Date('2026-10-01T08:00:00.000Z')
const row = (name: string) => ({
  id: uuid(),
  workspace_id: fixture.workspace.id,
  name,
  ...searchColumns(name, ''),
  created_at: now,
  updated_at: new Date('2026-10-02T08:00:00.000Z'),
})
const insert = (values: ReturnType<typeof row> & Record<string, unknown>) =>
  fixture.api.dependencies.database.insertInto('connections').values(values).execute()
const exported = (selector: string, as = fixture.token) =>
  fixture.api.request('GET', `/connections/${selector}/export`, { token: as })
const listed = async (query = '', as = fixture.token) =>
  operations.listConnections.response.parse(
    (await fixture.api.request('GET', `/connections${query}`, { token: as })).body,
  ).items
const namesOf = async (query = '', as = fixture.token) =>
  (await listed(query, as)).map(({ name }) => name)

async function newConnector(): Promise<{ id: string; uuid: string }> {
  const values = { name: 'Hub', uuid: `hub-${fixture.workspace.key}` }
  const { body } = await fixture.api.request('POST', '/connectors', {
    token: fixture.token,
    body: values,
  })
  return { ...operations.createConnector.response.parse(body), uuid: values.uuid }
}

async function newTenant(tenantKey: string): Promise<{ id: string; token: string }> {
  const its = await tokenOf(fixture.workspace, { tenantKey })
  await listed('', its)
  const { id } = await fixture.api.dependencies.database
    .selectFrom('tenants')
    .select('id')
    .where('workspace_id', '=', fixture.workspace.id)
    .where('key', '=', tenantKey)
    .executeTakeFirstOrThrow()
  return { id, token: its }
}

test('a list shows what a connection belongs to, and its state', async () => {
  const connector = await newConnector()
  const app = await putApp(fixture.api, `desk-${fixture.workspace.key}`, 'Desk')
  const tenant = await newTenant('customer')
  const whole = {
    ...row('Whole'),
    key: 'whole',
    connector_id: connector.id,
    external_app_id: app,
    tenant_id: tenant.id,
    is_test: true,
    disconnected: true,
    archived_at: new Date('2026-10-03T08:00:00.000Z'),
  }
  const bare = row('Bare')
  await insert(whole)
  await insert(bare)
  const times = { createdAt: '2026-10-01T08:00:00.000Z', updatedAt: '2026-10-02T08:00:00.000Z' }
  const bareItem = { id: bare.id, name: 'Bare', isTest: false, disconnected: false, ...times }
  expect(await listed()).toEqual([bareItem])
  expect(await listed('?includeArchived=true')).toEqual([
    bareItem,
    {
      id: whole.id,
      key: 'whole',
      name: 'Whole',
      connectorId: connector.id,
      externalAppId: app,
      tenantId: tenant.id,
      isTest: true,
      disconnected: true,
      ...times,
      archivedAt: '2026-10-03T08:00:00.000Z',
    },
  ])
})

test('an export names connector and app by what is the same everywhere', async () => {
  const connector = await newConnector()
  const app = await putApp(fixture.api, `files-${fixture.workspace.key}`, 'Files', {
    uuid: `u-${fixture.workspace.key}`,
  })
  const values = { ...row('Named'), connector_id: connector.id, external_app_id: app }
  await insert(values)
  const content = {
    type: 'connector',
    name: 'Named',
    meta: {},
    connectorUuid: connector.uuid,
    externalAppUuid: `u-${fixture.workspace.key}`,
  }
  expect((await exported(values.id)).body).toEqual(content)
  expect((await exported(values.id.toUpperCase())).body).toEqual(content)
})

test('an id names a connection before a key does', async () => {
  const [wanted, other] = [row('Wanted'), row('Other')]
  await insert({ ...other, key: wanted.id })
  await insert(wanted)
  for (const selector of [wanted.id, wanted.id.toUpperCase()])
    expect((await exported(selector)).body).toMatchObject({ name: 'Wanted' })
  await insert({ ...row('Another'), key: other.id.toUpperCase() })
  expect((await exported(other.id)).body).toMatchObject({ name: 'Other' })
})

test('a cursor is valid with any token of the same workspace or tenant', async () => {
  const { workspace } = fixture
  const tenant = await newTenant('paging')
  for (const name of ['First', 'Second']) await insert({ ...row(name), tenant_id: tenant.id })
  const page = async (as: string, agent: string, cursor?: string) => {
    const path = `/connections?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const headers = { 'User-Agent': agent }
    const { body } = await fixture.api.request('GET', path, { token: as, headers })
    return operations.listConnections.response.parse(body)
  }
  for (const claims of [{ isAdmin: true }, { tenantKey: 'paging' }]) {
    const { cursor } = await page(await tokenOf(workspace, { ...claims, jti: 'one' }), 'one')
    const renewed = await tokenOf(workspace, { ...claims, jti: 'two', name: 'Renewed' })
    expect(await page(renewed, 'two', cursor)).toMatchObject({ items: [{ name: 'Second' }] })
  }
})

test('a tenant sees its own connections, and operators have none', async () => {
  const [tenant, stranger] = [await newTenant('one'), await newTenant('two')]
  await insert({ ...row('Of one'), key: 'one', tenant_id: tenant.id })
  await insert({ ...row('Of two'), key: 'two', tenant_id: stranger.id })
  await insert({ ...row('Of nobody'), key: 'nobody' })
  expect(await namesOf('', tenant.token)).toEqual(['Of one'])
  expect(await namesOf()).toEqual(['Of nobody', 'Of one', 'Of two'])
  const statuses = ['one', 'two', 'nobody'].map(
    async (key) => (await exported(key, tenant.token)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  for (const path of ['/connections', '/connections/one/export'])
    expect(
      (await fixture.api.request('GET', path, { token: fixture.api.operatorToken })).status,
    ).toBe(403)
})

test('to a tenant, only the apps of its own connections are connected', async () => {
  const app = await putApp(fixture.api, `crm-${fixture.workspace.key}`, 'Connected CRM')
  const [owner, stranger] = [await newTenant('owner'), await newTenant('stranger')]
  await insert({ ...row('CRM'), tenant_id: owner.id, external_app_id: app })
  for (const path of ['/universe/apps', '/external-apps', '/external-apps/search'])
    for (const isConnected of [true, false]) {
      const found = async (as: string) => {
        const query = new URLSearchParams({
          isConnected: `${isConnected}`,
          search: 'connected crm',
        })
        const { body } = await fixture.api.request('GET', `${path}?${query}`, { token: as })
        return operations.listApps.response.parse(body).items.some(({ id }) => id === app)
      }
      const isFound = await Promise.all([fixture.token, owner.token, stranger.token].map(found))
      expect(isFound, path).toEqual([isConnected, isConnected, !isConnected])
    }
})

test('the connections of a tenant, connector or app are read without the others', async () => {
  const { dependencies } = fixture.api
  const [connector, tenant] = [await newConnector(), await newTenant('quiet')]
  await sql`
    insert into connections
      (id, workspace_id, name, search_name, search_key, created_at, updated_at)
    select gen_random_uuid(), ${fixture.workspace.id}, 'Other', 'other ' || number, '',
      now(), now()
    from generate_series(1, 20000) as number`.execute(dependencies.database)
  const app = await putApp(fixture.api, `rare-${fixture.workspace.key}`, 'Rare')
  const owners = [
    { tenant_id: tenant.id },
    { connector_id: connector.id },
    { external_app_id: app },
  ]
  for (const owner of owners) await insert({ ...row('Rare'), ...owner })
  await sql`analyze connections`.execute(dependencies.database)
  const read = async (path: string, as: string) => {
    let found: unknown
    const pages = await countPagesRead(dependencies.database, async (database) => {
      const { request } = managementApi({
        dependencies: { ...dependencies, database },
        extensions: true,
      })
      const response = await request(path, { headers: { Authorization: `Bearer ${as}` } })
      found = operations.listConnections.response.parse(await response.json()).items
    })
    expect(found).toMatchObject([{ name: 'Rare' }])
    return pages
  }
  // Hundreds with those of all others.
  expect(await read('/connections', tenant.token)).toBeLessThan(60)
  for (const filter of [`connectorId=${connector.id}`, `externalAppId=${app}`])
    expect(await read(`/connections?${filter}`, fixture.token)).toBeLessThan(60)
})

import type { KyselyPlugin } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { StatementNames } from '@/server/store/statement-names'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { statementsOf } from '@/server/testing/statements-of'
import { managementApi } from './api'

let statements = 0
const columnsRead = new Set<string>()

/** Counts the statements sent to the database, and notes the columns of their results. */
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  // Not when a query is compiled, which some are once for many runs.
  transformResult: async ({ result }) => {
    statements += 1
    for (const row of result.rows) for (const name of Object.keys(row)) columnsRead.add(name)
    return result
  },
}

const api = await apiPerFile()
const workspace = await api.newWorkspace('Counted')
const headers = {
  Authorization: `Bearer ${await adminToken(workspace)}`,
  'Content-Type': 'application/json',
}
const counted = managementApi({
  dependencies: { ...api.dependencies, database: api.dependencies.database.withPlugin(counting) },
  extensions: true,
})

/** Sends a request that succeeds. @returns how many statements it took */
async function ask(method: string, path: string, body?: unknown): Promise<number> {
  statements = 0
  columnsRead.clear()
  const response = await counted.request(path.replace('{id}', workspace.id), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return statements
}

beforeAll(async () => {
  await ask('POST', '/external-apps', { name: 'Known', key: 'known' })
})

const limit = (value: number) => ({ limits: { parallelFlowRuns: { unit: 'number', value } } })

test.each([
  ['an item', 'GET', '/external-apps/known', undefined, 1],
  ['the first page of a list, with its total', 'GET', '/universe/apps?limit=100', undefined, 2],
  // Authentication, the locked workspace, the audit event, the update.
  ['a change of a limit', 'PATCH', '/org-workspaces/{id}', limit(7), 4],
  ['an empty change', 'PATCH', '/org-workspaces/{id}', {}, 2],
] as const)(
  '%s takes the fewest possible statements',
  async (_what, method, path, body, needed) => {
    await ask('GET', '/external-apps/known')
    if (method === 'PATCH') await ask(method, path, limit(5))
    expect(await ask(method, path, body)).toBe(needed)
  },
)

test('whoever starts to sign in leaves other callers authenticated', async () => {
  await ask('GET', '/external-apps/known')
  const body = { redirectUri: 'https://signalbox.example/signed-in' }
  expect((await api.request('POST', '/single-sign-on/start', { body })).status).toBe(404)
  expect(await ask('GET', '/external-apps/known')).toBe(1)
})

test('a list of workspaces reads none of their settings', async () => {
  // Authentication reads the caller's workspace once.
  await ask('GET', '/org-workspaces')
  await ask('GET', '/org-workspaces')
  expect(columnsRead).toContain('name')
  expect(columnsRead).not.toContain('user_fields_schema')
})

test.each(['/connectors', '/connectors?search=listed', '/connector-catalog'])(
  'a list of connectors reads none of their specifications: %s',
  async (path) => {
    await ask('POST', '/connectors', { name: 'Listed' })
    await ask('GET', path)
    expect(columnsRead).toContain('name')
    expect(columnsRead).not.toContain('specification')
  },
)

test('a list of deliveries reads none of their bodies', async () => {
  await api.dependencies.database
    .insertInto('webhook_deliveries')
    .values({
      id: uuid(),
      workspace_id: workspace.id,
      event_type: 'ping',
      body: '{}',
      status: 'failed',
      created_at: new Date(),
    })
    .execute()
  for (const path of ['/webhook-deliveries', '/webhook-deliveries?sort=status']) {
    await ask('GET', path)
    expect(columnsRead).toContain('event_type')
    expect(columnsRead, path).not.toContain('body')
  }
})

test('a connector is read, and published, without reading its specification', async () => {
  await ask('POST', '/connectors', { name: 'Published', key: 'published' })
  for (const [method, path] of [
    ['POST', '/connectors/published/publish-version'],
    ['GET', '/connectors/published'],
    ['GET', '/connectors/published/versions'],
  ] as const) {
    await ask(method, path)
    expect(columnsRead).not.toContain('specification')
  }
})

test('a bulk archive and its restoration read no logos', async () => {
  const filter = { search: 'known', scope: 'workspace' }
  const readLogo: string[] = []
  for (const body of [{ filter, expectedCount: 1 }, { selectors: ['known'] }]) {
    await ask('POST', '/external-apps/archive', body)
    if (columnsRead.has('logo_uri')) readLogo.push(JSON.stringify(body))
  }
  const archives = await api.dependencies.database
    .selectFrom('archive_batches')
    .select('id')
    .execute()
  for (const { id } of archives) await ask('POST', `/external-apps/archive/${id}/restore`)
  expect(archives).toHaveLength(1)
  expect(columnsRead).not.toContain('logo_uri')
  expect(readLogo).toEqual([])
})

test.each([
  '/external-apps?limit=10',
  '/external-apps/search?scope=public&sort=-createdAt',
  '/external-apps/categories?scope=public',
])('%s is planned for the number of apps that the workspace has', async (path) => {
  const statements = await statementsOf(api.dependencies.database, async (database) => {
    const { request } = managementApi({
      dependencies: { ...api.dependencies, database },
      extensions: true,
    })
    expect((await request(path, { headers })).status).toBe(200)
  })
  const hiding = statements.map(({ sql }) => sql).filter((text) => text.includes('"apps" as "own"'))
  expect(hiding).not.toEqual([])
  const names = new StatementNames()
  expect(hiding.map((text) => names.of(text))).toEqual(hiding.map(() => undefined))
})

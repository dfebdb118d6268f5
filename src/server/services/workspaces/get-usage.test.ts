import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { operations } from '@/contract/operations'
import { managementApi } from '@/server/http/api'
import { currentLevels } from '@/server/limits/levels'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { adminToken } from '@/server/testing/api'
import { countPagesRead } from '@/server/testing/pages-read'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('Busy for weeks')
beforeAll(async () => {
  const { database } = api.dependencies
  await sql`
    insert into usage_minutes (workspace_id, limit_name, minute, used, refused, peak)
    select ${workspace.id}, limit_name, date_trunc('minute', now()) - age * interval '1 minute',
      1, 0, 1
    from unnest(array['apiRequestsPerSecond', 'apiRequestsPerHour', 'parallelApiRequests'])
      as limit_name, generate_series(0, 14399) as age`.execute(database)
  await sql`analyze usage_minutes`.execute(database)
})

test('a request for one limit reads the usage of no other', async () => {
  const { dependencies } = api
  const pages = await countPagesRead(dependencies.database, async (database) => {
    const { request } = managementApi({
      dependencies: { ...dependencies, database },
      extensions: true,
    })
    const path = `/org-workspaces/${workspace.id}/usage?span=day&limit=apiRequestsPerSecond`
    const response = await request(path, { headers: { Authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
  })
  // Some 57; the usage of all limits in a day would take more than a hundred.
  expect(pages).toBeLessThan(80)
})

test('the steps of a span begin at multiples of their length', async () => {
  const path = `/org-workspaces/${workspace.id}/usage?span=day&limit=parallelApiRequests`
  const { body } = await api.request('GET', path, { token })
  const { limits } = operations.getOrgWorkspaceUsage.response.parse(body)
  const points = limits['parallelApiRequests']?.points ?? []
  expect(points.length).toBeGreaterThanOrEqual(96)
  for (const { at } of points) expect(Date.parse(at) % 900_000, at).toBe(0)
  // One use in each minute, except in those that have only begun or whose request is counted too.
  for (const { used } of points.slice(1, -1)) expect(used).toBe(15)
})

test('more requests than an integer of the database can count are summed up', async () => {
  const busiest = await api.newWorkspace('Busiest')
  const { database } = api.dependencies
  await sql`
    insert into usage_minutes (workspace_id, limit_name, minute, used, refused, peak)
    select ${busiest.id}, 'apiRequestsPerHour',
      date_trunc('minute', now()) - age * interval '1 minute', 2000000000, 2000000000, 2000000000
    from generate_series(1, 3) as age`.execute(database)
  const path = `/org-workspaces/${busiest.id}/usage?span=month&limit=apiRequestsPerHour`
  const { body } = await api.request('GET', path, { token: await adminToken(busiest) })
  const { limits } = operations.getOrgWorkspaceUsage.response.parse(body)
  const { level = 0, points = [] } = limits['apiRequestsPerHour'] ?? {}
  expect(level).toBeGreaterThanOrEqual(6e9)
  expect(points.reduce((sum, { refused }) => sum + refused, 0)).toBe(6e9)
})

test('elements are counted only for their level', async () => {
  const { database } = api.dependencies
  let elements = 0
  const watching = database.withPlugin({
    transformQuery({ node }) {
      elements += JSON.stringify(node).includes('from connectors') ? 1 : 0
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const levels = (name: 'apiRequestsPerHour' | 'totalNumberOfWorkspaceElements') =>
    currentLevels(watching, workspace.id, new Date(), [name])
  expect((await levels('apiRequestsPerHour')).get('apiRequestsPerHour')).toBeGreaterThan(0)
  expect(elements).toBe(0)
  await levels('totalNumberOfWorkspaceElements')
  expect(elements).toBe(1)
})

test('usage is read while the database is read-only and cannot store the latest', async () => {
  const readOnly = new DatabaseUnavailable('The database is read-only', false, undefined)
  const write = vi.spyOn(api.dependencies.usage, 'write').mockRejectedValue(readOnly)
  onTestFinished(() => write.mockRestore())
  for (const path of ['usage', 'usage/tenants']) {
    const { status } = await api.request('GET', `/org-workspaces/${workspace.id}/${path}`, {
      token,
    })
    expect([path, status]).toEqual([path, 200])
  }
})

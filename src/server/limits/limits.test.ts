import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { alertTypeNames } from '@/contract/alerts'
import type { LimitName } from '@/contract/limits'
import { operations } from '@/contract/operations'
import { workspaceWithStateSchema } from '@/contract/workspaces'
import { writeUsageAndRaiseAlerts } from '@/server/jobs/run-jobs'
import { resolveInactiveAlerts } from '@/server/notifications/resolve-inactive-alerts'
import { adminToken, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { deliverySettings } from '@/server/testing/delivery-settings'

let now = Date.now()
/** Complete the outgoing requests, which hang until they are called. */
const completeRequests: (() => void)[] = []
const fetch = async () => {
  await new Promise<void>((complete) => completeRequests.push(complete))
  return Response.json({ keys: [] })
}
const api = await apiPerFile({ clock: () => new Date(now), fetch })

const listPath = '/connectors'
const alertPage = operations.listAlerts.response
const usageSchema = operations.getOrgWorkspaceUsage.response

async function newWorkspace(limits: Partial<Record<LimitName, number>>) {
  const workspace = await api.newWorkspace()
  const token = await adminToken(workspace)
  await setLimits(workspace, token, limits)
  return { workspace, token, list: () => api.request('GET', listPath, { token }) }
}

async function setLimits(
  workspace: TestWorkspace,
  token: string,
  limits: Partial<Record<LimitName, number>>,
) {
  const entries = Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, { unit: 'number', value }]),
  )
  expect(
    (
      await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
        token,
        body: { limits: entries },
      })
    ).status,
  ).toBe(200)
}

const usageOf = async (workspace: TestWorkspace, token: string) =>
  usageSchema.parse(
    (await api.request('GET', `/org-workspaces/${workspace.id}/usage`, { token })).body,
  )
const alertsOf = async (token: string, query = '') =>
  alertPage.parse((await api.request('GET', `/alerts${query}`, { token })).body).items

describe('requests over the limit', () => {
  test('are refused with limit, value and wait, and accepted after the wait', async () => {
    const { list } = await newWorkspace({ apiRequestsPerSecond: 2 })
    const first = await list()
    expect(first.headers.get('RateLimit-Policy')).toBe(
      '"api-second";q=2;w=1, "api-hour";q=1000000;w=3600',
    )
    expect(first.headers.get('RateLimit')).toMatch(
      /^"api-second";r=1;t=\d, "api-hour";r=999999;t=\d+$/,
    )
    expect((await list()).status).toBe(200)

    const refused = await list()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toMatch(/^[12]$/)
    expect(refused.headers.get('RateLimit')).toContain('"api-second";r=0')
    expect(refused.body).toMatchObject({
      type: 'bad_request',
      key: 'rate_limit_exceeded',
      data: { limit: 'apiRequestsPerSecond', value: 2, policy: 'api-second' },
    })
    expect(z.object({ message: z.string() }).parse(refused.body).message).toContain(
      'API requests per second',
    )

    now += 1100
    expect((await list()).status).toBe(200)
  })

  test('get RateLimit headers in valid structured fields, whatever the limit', async () => {
    const { workspace, token, list } = await newWorkspace({
      apiRequestsPerSecond: Number.MAX_SAFE_INTEGER,
    })
    await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body: { limits: { apiRequestsPerHour: { unit: 'number', value: 2 } } },
    })
    const { headers } = await list()
    expect(headers.get('RateLimit-Policy')).toBe(
      '"api-second";q=999999999999999;w=1, "api-hour";q=2;w=3600',
    )
    expect(headers.get('RateLimit')).toMatch(
      /^"api-second";r=999999999999999;t=\d, "api-hour";r=1;t=\d+$/,
    )
  })

  test('a changed limit applies to the next request', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerHour: 1 })
    expect([(await list()).status, (await list()).status]).toEqual([200, 429])
    await setLimits(workspace, token, { apiRequestsPerHour: 2 })
    expect([(await list()).status, (await list()).status]).toEqual([200, 429])
  })

  test('a limit of 0 can still be read and changed', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerSecond: 0 })
    expect((await list()).status).toBe(429)
    expect((await api.request('GET', `/org-workspaces/${workspace.id}`, { token })).status).toBe(
      200,
    )
    await setLimits(workspace, token, { apiRequestsPerSecond: 5 })
    expect((await list()).status).toBe(200)
  })

  test('an operator limit overrides that of the workspace; operators are not metered', async () => {
    const { workspace, list } = await newWorkspace({ apiRequestsPerHour: 100 })
    const set = (operatorLimits: unknown) =>
      api.request('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
        token: api.operatorToken,
        body: { operatorLimits },
      })
    const response = await set({ apiRequestsPerHour: { unit: 'number', value: 1 } })
    expect(workspaceWithStateSchema.parse(response.body).operatorLimits).toEqual({
      apiRequestsPerHour: { unit: 'number', value: 1 },
    })
    expect([(await list()).status, (await list()).status]).toEqual([200, 429])
    expect(
      (await api.request('GET', '/universe/apps', { token: api.operatorToken })).headers.get(
        'RateLimit',
      ),
    ).toBeNull()
    await set({})
    expect((await list()).status).toBe(200)
  })

  test('tenants have their own limits in addition to those of the workspace', async () => {
    const { workspace, list } = await newWorkspace({
      apiRequestsPerTenantPerHour: 1,
      apiRequestsPerHour: 3,
    })
    const as = async (tenantKey: string) =>
      api.request('GET', listPath, { token: await tokenOf(workspace, { tenantKey }) })
    expect([(await as('one')).status, (await as('one')).status, (await as('two')).status]).toEqual([
      200, 429, 200,
    ])
    expect([(await list()).status, (await list()).status]).toEqual([200, 429])
  })

  test('a request in flight counts until its response', async () => {
    const { workspace, token, list } = await newWorkspace({ parallelApiRequests: 2 })
    const slow = () =>
      api.request('POST', `/org-workspaces/${workspace.id}/check-jwks`, {
        token,
        body: { uri: 'https://keys.example/jwks' },
      })
    const inFlight = [slow(), slow()]
    await vi.waitFor(() => expect(completeRequests).toHaveLength(2))
    const refused = await list()
    expect(refused.body).toMatchObject({ data: { limit: 'parallelApiRequests', value: 2 } })
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect((await list()).status, 'a refused request does not free the place of another').toBe(429)
    for (const response of completeRequests) response()
    await Promise.all(inFlight)
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([
      200, 200, 200,
    ])
  })
})

describe('elements over the limit', () => {
  const create = (token: string, fields: object = {}) =>
    api.request('POST', '/connectors', { token, body: { name: 'Connector', ...fields } })

  test('are refused by rate', async () => {
    const { token } = await newWorkspace({ workspaceElementCreationsPerHour: 1 })
    expect((await create(token)).status).toBe(200)
    const refused = await create(token)
    expect(refused.body).toMatchObject({
      key: 'rate_limit_exceeded',
      data: { limit: 'workspaceElementCreationsPerHour', value: 1, policy: 'elements-hour' },
    })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500)
  })

  test('are not counted by rate if their creation fails', async () => {
    const { workspace, token } = await newWorkspace({ workspaceElementCreationsPerHour: 2 })
    const statuses = []
    for (const key of ['first', 'first', 'first', 'second', 'third'])
      statuses.push((await create(token, { key })).status)
    expect(statuses).toEqual([200, 409, 409, 200, 429])
    const { limits } = await usageOf(workspace, token)
    expect(limits['workspaceElementCreationsPerHour']).toMatchObject({
      level: 2,
      points: [{ used: 2, refused: 1, peak: 2 }],
    })
    expect(limits['workspaceElementCreationsPerSecond']?.points[0]).toMatchObject({ used: 2 })
  })

  test('are refused by their total, which archiving lowers', async () => {
    const { workspace, token } = await newWorkspace({ totalNumberOfWorkspaceElements: 2 })
    const app = await api.request('POST', '/external-apps', { token, body: { name: 'App' } })
    expect(app.status).toBe(200)
    const level = async () =>
      (await usageOf(workspace, token)).limits['totalNumberOfWorkspaceElements']
    expect((await create(token)).status).toBe(200)
    expect(await level()).toMatchObject({ level: 2, points: [{ used: 2, refused: 0, peak: 2 }] })
    const refused = await create(token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBeNull()
    expect(refused.body).toMatchObject({
      data: { limit: 'totalNumberOfWorkspaceElements', value: 2 },
    })
    expect(await level()).toMatchObject({ level: 2, points: [{ used: 2, refused: 1, peak: 2 }] })
    const { id } = z.object({ id: z.string() }).parse(app.body)
    await api.request('DELETE', `/external-apps/${id}`, { token })
    expect(await level()).toMatchObject({ level: 1 })
    expect([(await create(token)).status, (await create(token)).status]).toEqual([200, 429])
  })
})

test('usage shows used, refused and peak, and what a lower limit would have refused', async () => {
  const { workspace, token, list } = await newWorkspace({ apiRequestsPerSecond: 3 })
  for (let request = 0; request < 5; request += 1) await list()
  const usage = await usageOf(workspace, token)
  const ofSecond = usage.limits['apiRequestsPerSecond']
  expect(ofSecond?.level).toBe(3)
  expect(ofSecond?.points).toHaveLength(1)
  expect(ofSecond?.points[0]).toMatchObject({ used: 3, refused: 2, peak: 3 })
  expect(ofSecond?.attempts).toEqual([{ amount: 5, times: 1 }])
  expect(usage.limits['apiRequestsPerHour']).toMatchObject({
    level: 3,
    attempts: [{ amount: 3, times: 1 }],
  })
  expect(usage.limits['parallelApiRequests']).toMatchObject({
    level: 1,
    attempts: [{ amount: 1, times: 3 }],
  })
  expect(Object.keys(usage.limits)).not.toContain('parallelFlowRuns')

  await list()
  await writeUsageAndRaiseAlerts(api.dependencies)
  expect((await usageOf(workspace, token)).limits['apiRequestsPerSecond']?.points[0]).toMatchObject(
    { used: 3, refused: 3 },
  )
})

test('the level of a tenant’s limit is that of the tenant who uses it most', async () => {
  const { workspace, token } = await newWorkspace({})
  for (const tenantKey of ['one', 'one', 'two'])
    await api.request('GET', listPath, { token: await tokenOf(workspace, { tenantKey }) })
  const { limits } = await usageOf(workspace, token)
  expect(limits['apiRequestsPerTenantPerHour']?.level).toBe(2)
  expect(limits['apiRequestsPerHour']?.level).toBe(3)
})

test('the busiest tenants come first, each with what it used in the span', async () => {
  const { workspace, token, list } = await newWorkspace({ apiRequestsPerTenantPerHour: 2 })
  const other = await newWorkspace({})
  const as = async (tenantKey: string, of = workspace) =>
    api.request('GET', listPath, { token: await tokenOf(of, { tenantKey, name: tenantKey }) })
  const busiest = async (span: string) => {
    const { body } = await api.request(
      'GET',
      `/org-workspaces/${workspace.id}/usage/tenants${span}`,
      { token },
    )
    const { from, items } = operations.getOrgWorkspaceTenantUsage.response.parse(body)
    const start = (now - Date.parse(from)) / 3_600_000
    return { hours: Math.floor(start), items: items.map(({ id: _id, ...item }) => item) }
  }
  expect((await busiest('')).items).toEqual([])
  for (const tenantKey of ['one', 'two', 'two', 'three', 'three', 'three']) await as(tenantKey)
  await as('elsewhere', other.workspace)
  await list()
  const item = (key: string, used: number, refused: number) => ({
    key,
    name: key,
    used,
    refused,
    peak: used,
  })
  const first = [item('three', 2, 1), item('two', 2, 0), item('one', 1, 0)]
  expect(await busiest('')).toEqual({ hours: 1, items: first })
  await api.dependencies.database
    .updateTable('tenant_usage_hours')
    .set({ hour: new Date((Math.floor(now / 3_600_000) - 3) * 3_600_000) })
    .where('workspace_id', '=', workspace.id)
    .execute()
  await as('one')
  const later = { ...item('one', 1, 0), peak: 2 }
  expect(await busiest('?span=hour&limit=apiRequestsPerTenantPerHour')).toEqual({
    hours: 1,
    items: [later],
  })
  expect(await busiest('?span=day')).toEqual({
    hours: 24,
    items: [item('three', 2, 1), item('one', 2, 0), item('two', 2, 0)],
  })
  const ofWorkspace = await api.request(
    'GET',
    `/org-workspaces/${workspace.id}/usage/tenants?limit=apiRequestsPerHour`,
    { token },
  )
  expect(ofWorkspace.status, 'a limit of the workspace has no tenants').toBe(400)
})

test('the level of a rate is that of the last minute, across minutes of the clock', async () => {
  const minute = 60_000
  now = Math.ceil(now / minute) * minute + 59_500
  const { workspace, token, list } = await newWorkspace({})
  for (let request = 0; request < 3; request += 1) await list()
  const levelAfter = async (milliseconds: number) => {
    now += milliseconds
    return (await usageOf(workspace, token)).limits['apiRequestsPerSecond']?.level
  }
  expect(await levelAfter(0)).toBe(3)
  expect(await levelAfter(1000), 'in the next minute').toBe(3)
  expect(await levelAfter(58_000), 'for a minute').toBe(3)
  expect(await levelAfter(minute)).toBe(0)
})

test('usage of a removed limit is omitted', async () => {
  const { workspace, token, list } = await newWorkspace({})
  await list()
  await writeUsageAndRaiseAlerts(api.dependencies)
  const renamed = await api.dependencies.database
    .updateTable('usage_minutes')
    .set({ limit_name: 'carrierPigeonsPerHour' })
    .where('workspace_id', '=', workspace.id)
    .where('limit_name', '=', 'apiRequestsPerHour')
    .executeTakeFirst()
  expect(renamed.numUpdatedRows).toBe(1n)
  const { limits } = await usageOf(workspace, token)
  expect(limits['apiRequestsPerSecond']?.level).toBe(1)
  expect(Object.keys(limits)).not.toContain('carrierPigeonsPerHour')
})

describe('alerts', () => {
  test('warn at 80%, turn critical on a refusal, and are raised once per type', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerHour: 5 })
    for (let request = 0; request < 3; request += 1) await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    expect(await alertsOf(token)).toEqual([])
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    const [warning] = await alertsOf(token)
    expect(warning).toMatchObject({
      type: 'apiRequestsPerHour',
      severity: 'warning',
      status: 'ongoing',
      workspaceId: workspace.id,
    })
    now += 5000
    for (let request = 0; request < 4; request += 1) await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    const [critical, ...others] = await alertsOf(token)
    expect(others).toEqual([])
    expect(critical).toMatchObject({ id: warning?.id, severity: 'critical', status: 'ongoing' })
    expect(Date.parse(critical?.lastSeenAt ?? '')).toBeGreaterThan(
      Date.parse(warning?.lastSeenAt ?? ''),
    )
    expect(critical?.description).toContain('usage above it is refused')
  })

  test('begin and end where the workspace sets it', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerHour: 10 })
    const ongoing = async () => {
      await writeUsageAndRaiseAlerts(api.dependencies)
      now += 61_000
      await resolveInactiveAlerts(api.dependencies)
      return (await alertsOf(token, '?status=ongoing')).map(({ severity }) => severity)
    }
    const warnAt = async (nearPercent: number) => {
      const path = `/org-workspaces/${workspace.id}/alert-settings`
      const { status } = await api.request('PUT', path, { token, body: { nearPercent } })
      expect(status).toBe(200)
      await list()
      return ongoing()
    }
    for (let request = 0; request < 4; request += 1) await list()
    expect(await ongoing(), 'at 40 %').toEqual([])
    expect(await warnAt(51), 'at 50 %').toEqual([])
    expect(await warnAt(60), 'at 60 %').toEqual(['warning'])
    expect(await warnAt(99), 'at 70 %').toEqual([])
  })

  test('resolve after a minute of low use, and can be raised again after that', async () => {
    const { token, list } = await newWorkspace({ apiRequestsPerSecond: 1 })
    await list()
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    now += 59_000
    await resolveInactiveAlerts(api.dependencies)
    expect(await alertsOf(token, '?status=ongoing')).toHaveLength(1)
    now += 2000
    await resolveInactiveAlerts(api.dependencies)
    expect(await alertsOf(token, '?status=ongoing')).toEqual([])
    expect((await alertsOf(token))[0]?.resolvedAt).toBeDefined()
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    expect(await alertsOf(token)).toHaveLength(2)
  })

  test('are listed to their workspace only, page by page, newest first', async () => {
    const { workspace, token } = await newWorkspace({})
    for (let alert = 0; alert < 3; alert += 1)
      expect((await api.request('POST', '/alerts/test', { token, body: {} })).status).toBe(200)
    const page = alertPage.parse((await api.request('GET', '/alerts?limit=2', { token })).body)
    expect(page.items).toHaveLength(2)
    expect(
      alertPage.parse(
        (await api.request('GET', `/alerts?limit=2&cursor=${page.cursor}`, { token })).body,
      ).items,
    ).toHaveLength(1)
    const other = await newWorkspace({})
    expect(await alertsOf(other.token)).toEqual([])
    expect(
      (await api.request('GET', `/alerts?workspaceId=${workspace.id}`, { token: other.token }))
        .status,
    ).toBe(404)
    expect((await api.request('GET', '/alerts', { token: api.operatorToken })).status).toBe(400)
  })

  test('notify the configured channels once each when raised, escalated and resolved', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerHour: 5 })
    const alertTypes = Object.fromEntries(
      alertTypeNames.map((name) => [
        name,
        { internal: true, webhook: { enabled: name === 'apiRequestsPerHour' } },
      ]),
    )
    await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body: { webhookUri: 'https://hooks.example/', alertDeliverySettings: { alertTypes } },
    })
    const events = async () =>
      (
        await api.dependencies.database
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('workspace_id', '=', workspace.id)
          .orderBy('id')
          .execute()
      ).map(({ event_type: type, body }) => [type, JSON.parse(body).data.severity])
    for (let request = 0; request < 4; request += 1) await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    await list()
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    now += 61_000
    await resolveInactiveAlerts(api.dependencies)
    expect(await events(), 'usage of the hour is unchanged').toHaveLength(2)
    await setLimits(workspace, token, { apiRequestsPerHour: 100 })
    now += 61_000
    await resolveInactiveAlerts(api.dependencies)
    await resolveInactiveAlerts(api.dependencies)
    expect(await events()).toEqual([
      ['alert.created', 'warning'],
      ['alert.created', 'critical'],
      ['alert.resolved', 'critical'],
    ])

    now += 600_001
    await setLimits(workspace, token, { apiRequestsPerHour: 5 })
    await api.request('PUT', '/alerts/mutes/apiRequestsPerHour', {
      token,
      body: { mutedUntil: new Date(now + 60_000).toISOString() },
    })
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    expect(await events(), 'a muted alert is listed but not sent').toHaveLength(3)
    expect(await alertsOf(token, '?status=ongoing')).toHaveLength(1)
    now += 60_001
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    expect((await events()).slice(3), 'an alert that outlasts the mute is sent').toEqual([
      ['alert.created', 'critical'],
    ])
  })

  test('stay active while a total or hourly limit is near, even without new requests', async () => {
    const { workspace, token, list } = await newWorkspace({
      totalNumberOfWorkspaceElements: 1,
      apiRequestsPerHour: 5,
    })
    expect(
      (await api.request('POST', '/connectors', { token, body: { name: 'The only one' } })).status,
    ).toBe(200)
    for (let request = 0; request < 4; request += 1) await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    const ongoing = async () =>
      (await alertsOf(token, '?status=ongoing')).map(({ type }) => type).toSorted()
    const both = ['apiRequestsPerHour', 'totalNumberOfWorkspaceElements']
    expect(await ongoing()).toEqual(both)
    for (let minute = 0; minute < 3; minute += 1) {
      now += 61_000
      await resolveInactiveAlerts(api.dependencies)
    }
    expect(await ongoing()).toEqual(both)
    expect((await alertsOf(token)).map(({ lastSeenAt }) => Date.parse(lastSeenAt))).toEqual([
      now,
      now,
    ])
    await setLimits(workspace, token, { totalNumberOfWorkspaceElements: 2, apiRequestsPerHour: 50 })
    now += 61_000
    await resolveInactiveAlerts(api.dependencies)
    expect(await ongoing()).toEqual([])
  })

  test('that flap are listed each time, but they and their ends are rarely notified', async () => {
    const { workspace, token, list } = await newWorkspace({ apiRequestsPerSecond: 1 })
    const alertDeliverySettings = deliverySettings({ webhook: { enabled: true } })
    await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body: { webhookUri: 'https://hooks.example/', alertDeliverySettings },
    })
    const comeAndGo = async () => {
      await list()
      await list()
      await writeUsageAndRaiseAlerts(api.dependencies)
      now += 121_000
      await resolveInactiveAlerts(api.dependencies)
    }
    for (let time = 0; time < 4; time += 1) await comeAndGo()
    const events = async () =>
      (
        await api.dependencies.database
          .selectFrom('webhook_deliveries')
          .select('event_type')
          .where('workspace_id', '=', workspace.id)
          .orderBy('id')
          .execute()
      ).map(({ event_type: type }) => type)
    expect(
      (await alertsOf(token)).filter(({ type }) => type === 'apiRequestsPerSecond'),
    ).toHaveLength(4)
    expect(await events()).toEqual(['alert.created', 'alert.resolved'])
    now += 600_000
    await comeAndGo()
    expect(await events()).toEqual([
      'alert.created',
      'alert.resolved',
      'alert.created',
      'alert.resolved',
    ])
  })

  test('resolve after the clock was set back to before they were last seen', async () => {
    const { token, list } = await newWorkspace({ apiRequestsPerSecond: 1 })
    await list()
    await list()
    await writeUsageAndRaiseAlerts(api.dependencies)
    const ahead = now
    now -= 600_000
    await resolveInactiveAlerts(api.dependencies)
    now = ahead
    expect(await alertsOf(token, '?status=ongoing')).toEqual([])
  })
})

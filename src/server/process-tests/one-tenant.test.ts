import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { operations } from '@/contract/operations'
import { writeUsageAndRaiseAlerts } from '@/server/jobs/run-jobs'
import { resolveInactiveAlerts } from '@/server/notifications/resolve-inactive-alerts'
import { sendDueEmails } from '@/server/notifications/send-emails'
import { mirrorDueOperatorLimits } from '@/server/services/workspaces/mirror-operator-limits'
import { adminToken, type TestResponse, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { databaseServer } from '@/server/testing/database-server'
import { deliverySettings } from '@/server/testing/delivery-settings'

// What one workspace holds or meets must not keep the work of the others from being done.

let now = Date.now()
let bad: TestWorkspace
let good: TestWorkspace
const sent: string[] = []
const mirrored: string[] = []

const api = await apiPerFile({
  clock: () => new Date(now),
  mailer: {
    async send({ subject }) {
      if (subject.startsWith('Bad')) throw new Error('Refused:\0 \ud800')
      sent.push(subject)
    },
  },
  mirrorOperatorLimits: async ({ workspaceId }) => {
    if (workspaceId === bad.id) throw new Error('Refused:\0 \ud800')
    mirrored.push(workspaceId)
    return 'mirrored'
  },
})
beforeEach(async () => {
  // The bad one has the smaller id and comes first wherever things are done in order.
  bad = await api.newWorkspace('Bad')
  good = await api.newWorkspace('Good')
})

const change = (workspace: TestWorkspace, column: string, value: unknown) =>
  sql`
    update workspaces set ${sql.ref(column)} = ${JSON.stringify(value)}::jsonb
    where id = ${workspace.id}`.execute(api.dependencies.database)
const setHour = async (workspace: TestWorkspace, value: number) =>
  api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token: await adminToken(workspace),
    body: { limits: { apiRequestsPerHour: { unit: 'number', value } } },
  })
/** Makes requests until the limit of two in an hour refuses one. */
async function exceed(workspace: TestWorkspace): Promise<void> {
  const token = await adminToken(workspace)
  for (let request = 0; request < 3; request += 1)
    await api.request('GET', '/connectors', { token })
}
const usageStatus = async (workspace: TestWorkspace) =>
  (
    await api.request('GET', `/org-workspaces/${workspace.id}/usage`, {
      token: await adminToken(workspace),
    })
  ).status
const alertsOf = (workspace: TestWorkspace) =>
  api.dependencies.database
    .selectFrom('alerts')
    .select(['type', 'status'])
    .where('workspace_id', '=', workspace.id)
    .execute()
const notifyEverywhere = deliverySettings({ webhook: { enabled: true }, email: { enabled: true } })

test('a fractional limit does not affect the usage of others', async () => {
  const fraction = { apiRequestsPerSecond: { unit: 'Mb', value: 0.5 } }
  await change(bad, 'limits', fraction)
  await setHour(good, 2)
  await exceed(bad)
  await exceed(good)
  await writeUsageAndRaiseAlerts(api.dependencies)
  expect([await usageStatus(bad), await usageStatus(good)]).toEqual([200, 200])
  expect(await alertsOf(good)).toMatchObject([{ type: 'apiRequestsPerHour' }])
  expect(await alertsOf(bad)).toMatchObject([{ type: 'apiRequestsPerSecond' }])
})

test('usage that cannot be written is logged and does not block other usage', async () => {
  await setHour(good, 2)
  const limit = 'apiRequestsPerHour'
  api.dependencies.usage.record({ workspaceId: bad.id, limit, level: 0.5, max: 1, refused: false })
  await exceed(good)
  await writeUsageAndRaiseAlerts(api.dependencies)
  expect(await usageStatus(good)).toBe(200)
  expect(await alertsOf(good)).toMatchObject([{ type: limit }])
  expect(api.logged.filter(({ facts }) => JSON.stringify(facts).includes(bad.id))).toHaveLength(1)
  expect(await usageStatus(bad)).toBe(200)
})

test('an alert that cannot be sent does not block other alerts', async () => {
  for (const workspace of [bad, good]) await setHour(workspace, 2)
  await change(good, 'alert_delivery_settings', notifyEverywhere)
  await exceed(good)
  await exceed(bad)
  await change(bad, 'alert_delivery_settings', {})
  await writeUsageAndRaiseAlerts(api.dependencies)
  expect(await alertsOf(good)).toMatchObject([{ type: 'apiRequestsPerHour', status: 'ongoing' }])

  // The end of an alert is only sent if its beginning was.
  await change(bad, 'alert_delivery_settings', notifyEverywhere)
  await exceed(bad)
  await writeUsageAndRaiseAlerts(api.dependencies)
  expect(await alertsOf(bad)).toMatchObject([{ type: 'apiRequestsPerHour', status: 'ongoing' }])
  await change(bad, 'alert_delivery_settings', {})
  for (const workspace of [bad, good]) await setHour(workspace, 1000)
  now += 61_000
  await resolveInactiveAlerts(api.dependencies)
  expect(await alertsOf(good)).toMatchObject([{ status: 'resolved' }])
  expect(await alertsOf(bad)).toMatchObject([{ status: 'ongoing' }])
})

test('an e-mail or mirroring failure that cannot be stored does not block others', async () => {
  for (const workspace of [bad, good]) {
    await change(workspace, 'alert_delivery_settings', notifyEverywhere)
    const { body } = await api.request('POST', '/alerts/test', {
      token: await adminToken(workspace),
      body: {},
    })
    operations.testAlert.response.parse(body)
    await sql`
      update workspaces set service_instance_id = 'eu-1' where id = ${workspace.id}`.execute(
      api.dependencies.database,
    )
    await api.request('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
      token: api.operatorToken,
      body: { operatorLimits: { parallelFlowRuns: { unit: 'number', value: 7 } } },
    })
  }
  await sendDueEmails(api.dependencies)
  await mirrorDueOperatorLimits(api.dependencies)
  expect(sent).toContainEqual(expect.stringMatching(/^Good/))
  expect(mirrored).toContain(good.id)
})

// The embedded database runs one transaction at a time anyway.
test.skipIf(databaseServer === undefined)(
  'changes that wait for a locked workspace do not take the connections of others',
  async () => {
    const { database } = api.dependencies
    const token = await adminToken(good)
    const waiting: Promise<TestResponse>[] = []
    await database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', bad.id)
        .forUpdate()
        .execute()
      for (let count = 1; count <= 20; count += 1) waiting.push(setHour(bad, count))
      const waitsForLock = async () => {
        const { rows } = await sql`
          select from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and not granted`.execute(transaction)
        return rows.length > 0
      }
      await vi.waitFor(async () => expect(await waitsForLock()).toBe(true), 30_000)
      expect((await api.request('GET', '/connectors', { token })).status).toBe(200)
    })
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  },
)

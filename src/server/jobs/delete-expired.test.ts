import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { defaultRetentionDays } from '@/contract/retention'
import { defaultRetention } from '@/server/core/retention'
import { recordId } from '@/server/store/record-id'
import { apiPerFile } from '@/server/testing/api-per-file'
import { putApp } from '@/server/testing/apps'
import { insertEvents } from '@/server/testing/audit-events'
import { databaseServer } from '@/server/testing/database-server'
import { genericPlans } from '@/server/testing/generic-plans'
import { deleteExpired } from './delete-expired'

const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const api = await apiPerFile({ clock: () => now })
const workspace = await api.newWorkspace('Long kept')

/** Deletes what is expired. @returns the most rows that one statement deleted */
async function mostDeletedAtOnce(): Promise<number> {
  let most = 0
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, Number(result.numAffectedRows ?? result.rows.length))
      return result
    },
  })
  await deleteExpired({ ...api.dependencies, database })
  return most
}

test('expired rows are deleted in batches; younger and unsent ones are kept', async () => {
  const { database } = api.dependencies
  const delivery = (finished: Date | null) => ({
    id: uuid(),
    workspace_id: workspace.id,
    event_type: 'ping',
    body: '{}',
    status: finished === null ? ('pending' as const) : ('delivered' as const),
    created_at: daysAgo(90),
    finished_at: finished,
  })
  const [old, young, pending] = [
    delivery(daysAgo(defaultRetentionDays + 1)),
    delivery(daysAgo(defaultRetentionDays)),
    delivery(null),
  ]
  const many = Array.from({ length: 1500 }, () => delivery(daysAgo(defaultRetentionDays + 2)))
  await database
    .insertInto('webhook_deliveries')
    .values([old, young, pending, ...many])
    .execute()
  await database
    .insertInto('delivery_attempts')
    .values(
      [old, young].map(({ id }) => ({
        id: uuid(),
        delivery_id: id,
        uri: 'https://hooks.example/',
        started_at: daysAgo(90),
        milliseconds: 5,
      })),
    )
    .execute()
  const mail = (subject: string, days: number) => ({
    id: uuid(),
    workspace_id: workspace.id,
    subject,
    body_text: '',
    body_html: '',
    created_at: daysAgo(days),
  })
  await database
    .insertInto('emails')
    .values([mail('old', defaultRetentionDays + 1), mail('young', defaultRetentionDays)])
    .execute()
  await database.updateTable('emails').set({ status: 'delivered' }).execute()
  await database
    .insertInto('emails')
    .values(mail('pending', defaultRetentionDays + 1))
    .execute()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const usageMinutes = defaultRetentionDays * 24 * 60
  await database
    .insertInto('usage_minutes')
    .values(
      Array.from({ length: 1502 }, (_, minute) => ({
        workspace_id: workspace.id,
        limit_name: 'apiRequestsPerSecond',
        minute: minutesAgo(usageMinutes + minute - 1),
        used: 1,
        refused: 0,
        peak: 1,
        spread: '{}',
      })),
    )
    .execute()

  expect(await mostDeletedAtOnce()).toBe(1000)
  expect(
    (await database.selectFrom('usage_minutes').select('minute').execute()).map(
      ({ minute }) => minute,
    ),
  ).toEqual([minutesAgo(usageMinutes - 1), minutesAgo(usageMinutes)])
  await database.deleteFrom('usage_minutes').execute()
  expect(
    new Set(
      (await database.selectFrom('webhook_deliveries').select('id').execute()).map(({ id }) => id),
    ),
  ).toEqual(new Set([young.id, pending.id]))
  expect(
    (await database.selectFrom('delivery_attempts').select('delivery_id').execute()).map(
      ({ delivery_id }) => delivery_id,
    ),
  ).toEqual([young.id])
  expect(
    (await database.selectFrom('emails').select('subject').orderBy('subject').execute()).map(
      ({ subject }) => subject,
    ),
  ).toEqual(['pending', 'young'])
})

test('keys of repeats, issued tokens and uses of keys are deleted in time', async () => {
  const { database } = api.dependencies
  const request = (key: string, hours: number) => ({
    caller: 'operator:Test',
    key,
    fingerprint: '',
    status: null,
    sealed_body: null,
    created_at: new Date(now.getTime() - hours * 3_600_000),
  })
  const old = Array.from({ length: 1500 }, (_, index) => request(`old ${index}`, 25))
  await database
    .insertInto('idempotent_requests')
    .values([request('young', 24), ...old])
    .execute()
  const token = (name: string, expiresAt: Date) => ({
    id: uuid(),
    workspace_id: workspace.id,
    name,
    role: 'reader' as const,
    created_by: 'Test',
    token_generation: 1,
    created_at: daysAgo(1),
    expires_at: expiresAt,
  })
  const expired = Array.from({ length: 1200 }, () => token('expired', daysAgo(1 / 12)))
  await database
    .insertInto('issued_tokens')
    .values([...expired, token('valid', now)])
    .execute()

  const use = (digest: string, days: number) => ({
    workspace_id: workspace.id,
    digest,
    last_used_at: daysAgo(days),
  })
  await database
    .insertInto('public_key_uses')
    .values([use('old', 401), use('in a year', 399)])
    .execute()

  expect(await mostDeletedAtOnce()).toBe(1000)

  const uses = await database.selectFrom('public_key_uses').select('digest').execute()
  expect(uses.map(({ digest }) => digest)).toEqual(['in a year'])
  const keys = await database.selectFrom('idempotent_requests').select('key').execute()
  expect(keys.map(({ key }) => key)).toEqual(['young'])
  const tokens = await database.selectFrom('issued_tokens').select('name').execute()
  expect(tokens.map(({ name }) => name)).toEqual(['valid'])
})

test('the history is kept forever, unless its days are limited', async () => {
  const { database } = api.dependencies
  const entry = (days: number) => ({
    id: uuid({ msecs: daysAgo(days).getTime() }),
    workspace_id: workspace.id,
    operation: 'updateOrgWorkspace',
    subject_type: 'workspace',
    subject_id: workspace.id,
    subject_name: 'Long kept',
    actor: JSON.stringify({ role: 'admin', name: 'Test' }),
    changes: '[]',
    created_at: daysAgo(days),
  })
  const [old, young] = [entry(91), entry(90)]
  await database
    .insertInto('audit_events')
    .values([old, young, ...Array.from({ length: 1200 }, () => entry(100))])
    .execute()
  const left = async () =>
    (await database.selectFrom('audit_events').select('id').execute()).map(({ id }) => id)
  await deleteExpired(api.dependencies)
  expect(await left()).toContain(old.id)
  await deleteExpired({ ...api.dependencies, retention: { ...defaultRetention, history: 90 } })
  const kept = await left()
  expect(kept).toContain(young.id)
  expect(kept).not.toContain(old.id)
  expect(kept.length).toBeLessThan(10)
})

test('deliveries and usage are each kept for the configured number of days', async () => {
  const { database } = api.dependencies
  const delivery = (days: number) => ({
    id: uuid(),
    workspace_id: workspace.id,
    event_type: 'ping',
    body: '{}',
    status: 'delivered' as const,
    created_at: daysAgo(days),
    finished_at: daysAgo(days),
  })
  const usage = (days: number) => ({
    workspace_id: workspace.id,
    limit_name: 'parallelApiRequests',
    minute: daysAgo(days),
    used: 1,
    refused: 0,
    peak: 1,
    spread: '{}',
  })
  const deliveries = [delivery(7), delivery(8)]
  await database.insertInto('webhook_deliveries').values(deliveries).execute()
  await database
    .insertInto('usage_minutes')
    .values([usage(60), usage(61)])
    .execute()
  const hour = (days: number) => ({
    workspace_id: workspace.id,
    limit_name: 'apiRequestsPerTenantPerHour',
    hour: daysAgo(days),
    tenant_id: uuid(),
    used: 1,
    refused: 0,
    peak: 1,
  })
  await database
    .insertInto('tenant_usage_hours')
    .values([hour(60), hour(61)])
    .execute()
  await deleteExpired({ ...api.dependencies, retention: { deliveries: 7, usage: 60 } })
  const left = await database.selectFrom('webhook_deliveries').select('id').execute()
  const ids = new Set(left.map(({ id }) => id))
  expect(deliveries.map(({ id }) => ids.has(id))).toEqual([true, false])
  const { rows } = await sql<{ minute: Date }>`
    select minute from usage_minutes where workspace_id = ${workspace.id} order by minute`.execute(
    database,
  )
  expect(rows.map(({ minute }) => minute)).toEqual([daysAgo(60)])
  const hours = await database.selectFrom('tenant_usage_hours').select('hour').execute()
  expect(hours).toEqual([{ hour: daysAgo(60) }])
})

test('at shutdown, what takes many statements waits for the next time', async () => {
  const { database } = api.dependencies
  const delivery = {
    id: uuid(),
    workspace_id: workspace.id,
    event_type: 'ping',
    body: '{}',
    status: 'delivered' as const,
    created_at: daysAgo(99),
    finished_at: daysAgo(99),
  }
  await database.insertInto('webhook_deliveries').values(delivery).execute()
  const isLeft = async () =>
    (await database
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('id', '=', delivery.id)
      .executeTakeFirst()) !== undefined
  await deleteExpired(api.dependencies, AbortSignal.abort())
  expect(await isLeft()).toBe(true)
  await deleteExpired(api.dependencies)
  expect(await isLeft()).toBe(false)
})

// The embedded database has one connection.
test.skipIf(databaseServer === undefined)(
  'an old delivery that is being resent is kept',
  async () => {
    const { database } = api.dependencies
    const id = uuid()
    await database
      .insertInto('webhook_deliveries')
      .values({
        id,
        workspace_id: workspace.id,
        event_type: 'ping',
        body: '{}',
        status: 'failed',
        created_at: daysAgo(99),
        finished_at: daysAgo(99),
      })
      .execute()
    let deleting: Promise<void> | undefined
    await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('webhook_deliveries')
        .set({ status: 'pending', next_attempt_at: now, finished_at: null })
        .where('id', '=', id)
        .execute()
      deleting = deleteExpired(api.dependencies)
      await new Promise((resume) => setTimeout(resume, 500))
    })
    await deleting
    const left = database.selectFrom('webhook_deliveries').select('id').where('id', '=', id)
    expect(await left.execute()).toEqual([{ id }])
  },
)

test('resolved alerts and bulk archives are kept as long as the history', async () => {
  const { database } = api.dependencies
  const alert = (type: string, days: number, resolvedDays: number | undefined) => ({
    id: recordId(daysAgo(days)),
    workspace_id: workspace.id,
    key: type,
    type,
    severity: 'warning' as const,
    status: resolvedDays === undefined ? ('ongoing' as const) : ('resolved' as const),
    description: '',
    created_at: daysAgo(days),
    updated_at: daysAgo(days),
    last_seen_at: daysAgo(days),
    resolved_at: resolvedDays === undefined ? null : daysAgo(resolvedDays),
  })
  await database
    .insertInto('alerts')
    .values([
      alert('ongoing', 100, undefined),
      alert('resolved lately', 100, 90),
      alert('resolved', 100, 91),
      ...Array.from({ length: 1001 }, () => alert('resolved', 120, 110)),
    ])
    .execute()
  const archive = (days: number) => ({
    id: uuid(),
    workspace_id: workspace.id,
    actor: 'Test',
    created_at: daysAgo(days),
  })
  const [old, young] = [archive(91), archive(90)]
  const apps = await Promise.all(
    ['one', 'two'].map((key) => putApp(api, key, key, { workspaceId: workspace.id })),
  )
  await database.insertInto('archive_batches').values([old, young]).execute()
  await database
    .insertInto('archive_batch_apps')
    .values([old, young].flatMap(({ id }) => apps.map((app) => ({ batch_id: id, app_id: app }))))
    .execute()
  const count = async (table: 'alerts' | 'archive_batches' | 'archive_batch_apps') =>
    Number(
      (
        await database
          .selectFrom(table)
          .select(sql`count(*)`.as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    )
  await deleteExpired(api.dependencies)
  expect(await count('alerts')).toBe(1004)
  expect(await count('archive_batches')).toBe(2)
  await deleteExpired({ ...api.dependencies, retention: { ...defaultRetention, history: 90 } })
  const left = await database.selectFrom('alerts').select('type').orderBy('type').execute()
  expect(left.map(({ type }) => type)).toEqual(['ongoing', 'resolved lately'])
  const archives = await database.selectFrom('archive_batches').select('id').execute()
  expect(archives).toEqual([{ id: young.id }])
  expect(await count('archive_batch_apps')).toBe(2)
})

test('a batch is not joined with the whole table, however many rows there are', async () => {
  const { database } = api.dependencies
  await insertEvents(database, workspace.id, 0, 30_000)
  await sql`analyze`.execute(database)
  const retention = { ...defaultRetention, history: 90 }
  const plans = await genericPlans(database, (explained) =>
    deleteExpired({ ...api.dependencies, database: explained, retention }),
  )
  const plansOf = (table: string) => plans.filter((plan) => plan.includes(`Delete on ${table} `))
  const found = [...plansOf('audit_events'), ...plansOf('webhook_deliveries')]
  expect(found.length).toBeGreaterThan(1)
  for (const plan of found) expect(plan).not.toMatch(/Join|Nested Loop/)
})

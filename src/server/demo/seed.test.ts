import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authTypeNames } from '@/contract/auth-types'
import { connectorCreateSchema } from '@/contract/connectors'
import { isEnforcedHere, isLimitName, limitFacts } from '@/contract/limits'
import { operations } from '@/contract/operations'
import { webhookEventNames } from '@/contract/webhook-events'
import { workspaceUpdateSchema } from '@/contract/workspaces'
import { readPublicKey } from '@/server/authentication/public-key'
import { secretBox, type SecretBox } from '@/server/core/secrets/secret-box'
import { searchColumns } from '@/server/search/search-text'
import type { Database } from '@/server/store/database'
import { freshDatabase } from '@/server/testing/database'
import { isDemo } from './demo-data'
import { growCatalog } from './grow-catalog'
import { addActivity, resetDemo, seedDemo, seedRecords } from './seed'
import { developmentKey, productionKey, workspaceId } from './workspaces'

interface Seeded {
  database: Database
  secretBox: SecretBox
  clock: () => Date
  close(): Promise<void>
}

const tables = [
  'organizations',
  'workspaces',
  'tenants',
  'apps',
  'connectors',
  'connector_versions',
  'connections',
  'actions',
  'idempotent_requests',
  'archive_batches',
  'archive_batch_apps',
  'audit_events',
  'usage_minutes',
  'tenant_usage_hours',
  'alerts',
  'webhook_deliveries',
  'delivery_attempts',
  'issued_tokens',
  'public_key_uses',
] as const

const seededAt = new Date('2026-05-20T10:20:30Z')

async function seeded(): Promise<Seeded> {
  const fresh = await freshDatabase()
  const dependencies = {
    ...fresh,
    secretBox: await secretBox(new Uint8Array(32).fill(1)),
    clock: () => seededAt,
  }
  await seedDemo(dependencies)
  return dependencies
}

/**
 * A hash for each table, over its rows in order, without the secrets of workspaces, which differ in
 * each installation. What is sealed is opened: sealing twice never gives the same text.
 */
async function dump({ database, secretBox: box }: Seeded): Promise<Record<string, string>> {
  const opened = async ({ encrypted_secret: _differs, ...row }: Record<string, unknown>) => {
    const { encrypted_credentials: sealed } = row
    return typeof sealed === 'string'
      ? { ...row, encrypted_credentials: await box.open(sealed) }
      : row
  }
  const hashes: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database,
    )
    const lines = (await Promise.all(rows.map(opened))).map((row) => JSON.stringify(row)).sort()
    hashes[table] = createHash('sha256').update(lines.join('\n')).digest('hex')
  }
  return hashes
}

let demo: Seeded
let first: Record<string, string>
beforeAll(async () => {
  demo = await seeded()
  first = await dump(demo)
}, 60_000)
afterAll(() => demo.close())

test('another database gets the same rows', async () => {
  const other = await seeded()
  expect(await dump(other)).toEqual(first)
  await other.close()
}, 60_000)

test('a reset reverts changes, additions and deletions', async () => {
  const now = new Date()
  await demo.database
    .updateTable('workspaces')
    .set({ name: 'Changed', revision: 9, encrypted_secret: await demo.secretBox.seal('another') })
    .execute()
  await demo.database
    .updateTable('apps')
    .set({ archived_at: now })
    .where('workspace_id', 'is not', null)
    .execute()
  await demo.database.deleteFrom('connections').execute()
  await demo.database.deleteFrom('audit_events').execute()
  await growCatalog(demo, 4000)
  await demo.database
    .insertInto('idempotent_requests')
    .values({
      caller: 'someone',
      key: 'a',
      fingerprint: 'b',
      status: 200,
      sealed_body: null,
      created_at: now,
    })
    .execute()
  expect(await dump(demo)).not.toEqual(first)

  await resetDemo(demo)
  expect(await dump(demo)).toEqual(first)
}, 60_000)

test('demo data is distinguished from an empty database', async () => {
  const empty = await freshDatabase()
  expect([await isDemo(demo.database), await isDemo(empty.database)]).toEqual([true, false])
  await empty.close()
}, 60_000)

const inWorkspace = async (
  table: 'apps' | 'connectors' | 'connections' | 'actions' | 'tenants' | 'audit_events',
  key: string,
) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where workspace_id = ${workspaceId(key)}
  `.execute(demo.database)
  return rows[0]?.count
}

test('the demo has as much data as its stories need', async () => {
  const counts = async (key: string) => ({
    connectors: await inWorkspace('connectors', key),
    tenants: await inWorkspace('tenants', key),
    actions: await inWorkspace('actions', key),
    history: await inWorkspace('audit_events', key),
  })
  expect(await counts(productionKey)).toEqual({
    connectors: 21,
    tenants: 24,
    actions: 40,
    history: 25,
  })
  expect(await counts(developmentKey)).toEqual({
    connectors: 8,
    tenants: 0,
    actions: 40,
    history: 7,
  })

  const between = (least: number, most: number) =>
    expect.toSatisfy((count: number) => count >= least && count <= most)
  expect(await inWorkspace('apps', productionKey)).toEqual(between(280, 310))
  expect(await inWorkspace('apps', developmentKey)).toEqual(between(15, 30))
  expect(await inWorkspace('connections', productionKey)).toEqual(between(50, 90))
})

test('actions are named in correct English', async () => {
  const lists = await demo.database
    .selectFrom('actions')
    .select(['name', 'document'])
    .where('key', '=', 'list-companies')
    .execute()
  expect(lists).toHaveLength(2)
  for (const list of lists)
    expect(list).toMatchObject({
      name: 'List companies',
      document: { config: { dataSource: { udm: 'companies' } } },
    })
})

test('there is a production, a development, a read-only and an archived workspace', async () => {
  const rows = await demo.database
    .selectFrom('workspaces')
    .selectAll()
    .orderBy('created_at')
    .execute()
  expect(
    rows.map(({ type, is_read_only, archived_at }) => [type, is_read_only, archived_at !== null]),
  ).toEqual([
    ['production', false, false],
    ['development', false, false],
    ['production', true, false],
    ['development', false, true],
  ])
  expect(rows.filter((row) => row.operator_limits_sync_error !== null)).toHaveLength(1)
})

test('every workspace is one that could have been saved through the API', async () => {
  for (const row of await demo.database.selectFrom('workspaces').selectAll().execute()) {
    workspaceUpdateSchema.parse({
      name: row.name,
      limits: row.limits,
      settings: row.settings,
      publicKeys: row.public_keys,
      webhookUri: row.webhook_uri ?? '',
      enabledWebhookEvents: row.enabled_webhook_events,
      // Set as a whole or never: an update names every alert type.
      ...(Object.keys(row.alert_delivery_settings.alertTypes).length === 0
        ? {}
        : { alertDeliverySettings: row.alert_delivery_settings }),
      jwksUri: row.jwks_uri,
    })
    for (const { publicKey } of row.public_keys) await readPublicKey(publicKey)
    for (const event of row.enabled_webhook_events) expect(webhookEventNames).toContain(event)
    for (const [name, entry] of Object.entries(row.limits))
      expect(
        isLimitName(name) && entry?.value !== limitFacts(name).defaultValue,
        `${row.key} ${name} differs from its default`,
      ).toBe(true)
  }
})

const stored = z.looseObject({
  type: z.enum(authTypeNames).optional(),
  options: z.unknown().optional(),
})

test('the specification of every version of every connector passes the contract', async () => {
  const connectors = await demo.database
    .selectFrom('connectors')
    .select([
      'id',
      'workspace_id',
      'name',
      'key',
      'specification',
      'published_version',
      'is_read_only',
      'archived_at',
    ])
    .execute()
  const versions = await demo.database.selectFrom('connector_versions').selectAll().execute()
  for (const { name, key, specification } of connectors)
    connectorCreateSchema.parse({ name, key, ...specification })
  for (const { specification } of versions)
    connectorCreateSchema.parse({ name: 'Version', ...specification })
  for (const { id, published_version } of connectors) {
    if (published_version !== null)
      expect(
        versions.filter(({ connector_id }) => connector_id === id).map(({ version }) => version),
      ).toContain(published_version)
  }

  const production = connectors.filter(
    ({ workspace_id }) => workspace_id === workspaceId(productionKey),
  )
  const types = new Set(production.map(({ specification }) => stored.parse(specification).type))
  expect(authTypeNames.filter((type) => !types.has(type))).toEqual([])
  expect(
    production.filter(({ specification }) => stored.parse(specification).options !== undefined),
  ).toHaveLength(1)
  expect(production.filter(({ archived_at }) => archived_at !== null)).toHaveLength(1)
  expect(production.some(({ is_read_only }) => is_read_only)).toBe(true)
})

test('credentials of connections are encrypted, and can be decrypted', async () => {
  const rows = await demo.database
    .selectFrom('connections')
    .select(['encrypted_credentials', 'is_test', 'disconnected', 'archived_at'])
    .execute()
  for (const { encrypted_credentials: sealed } of rows) {
    expect(sealed).toMatch(/^v1\.[\w-]+\.[\w-]+$/)
    expect(JSON.parse(await demo.secretBox.open(sealed ?? ''))).toMatchObject({
      accessToken: expect.stringContaining('demo-'),
    })
  }
  for (const some of [
    rows.filter(({ is_test }) => is_test),
    rows.filter(({ disconnected }) => disconnected),
    rows.filter(({ archived_at }) => archived_at !== null),
  ])
    expect(some).not.toHaveLength(0)
})

test('the history ends with the state of the production workspace; subjects exist', async () => {
  const events = await demo.database
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId(productionKey))
    .orderBy('id')
    .execute()
  const row = await demo.database
    .selectFrom('workspaces')
    .selectAll()
    .where('key', '=', productionKey)
    .executeTakeFirstOrThrow()
  const record: Record<string, unknown> = {
    name: row.name,
    type: row.type,
    webhookUri: row.webhook_uri,
    enabledWebhookEvents: row.enabled_webhook_events,
    jwksUri: row.jwks_uri,
    publicKeys: row.public_keys,
    userFieldsSchema: row.user_fields_schema,
    ...Object.fromEntries(
      Object.entries(row.limits).map(([name, value]) => [`limits.${name}`, value]),
    ),
    ...Object.fromEntries(
      Object.entries(row.settings).map(([name, value]) => [`settings.${name}`, value]),
    ),
    ...Object.fromEntries(
      Object.entries(row.alert_delivery_settings.alertTypes).map(([name, value]) => [
        `alertDeliverySettings.alertTypes.${name}`,
        value,
      ]),
    ),
  }
  const latest = new Map<string, unknown>()
  for (const event of events) {
    expect(Object.keys(operations)).toContain(event.operation)
    const ids = sql<{
      name: string
    }>`select name from ${sql.table(`${event.subject_type}s`)} where id::text = ${event.subject_id}`
    expect((await ids.execute(demo.database)).rows, event.subject_name ?? '').toHaveLength(1)
    if (event.operation !== 'updateOrgWorkspace') continue
    for (const { path, before, after } of event.changes) {
      if (latest.has(path))
        expect(before, `${path} goes on from where it was`).toEqual(latest.get(path))
      latest.set(path, after)
    }
  }
  for (const [path, after] of latest) expect(record[path], path).toEqual(after)
  expect(events.map(({ created_at }) => created_at.getTime())).toEqual(
    events.map(({ created_at }) => created_at.getTime()).toSorted((a, b) => a - b),
  )
})

const dayMilliseconds = 86_400_000
const daysAgo = (time: Date) => (seededAt.getTime() - time.getTime()) / dayMilliseconds

test('usage covers four weeks, with refused requests during each alert of a launch', async () => {
  const minutes = await demo.database
    .selectFrom('usage_minutes')
    .selectAll()
    .where('limit_name', '=', 'apiRequestsPerSecond')
    .orderBy('minute')
    .execute()
  expect(daysAgo(minutes.at(-1)?.minute ?? new Date(0))).toBeLessThan(2 / 1440)
  expect(daysAgo(minutes[0]?.minute ?? seededAt)).toBeGreaterThan(27.9)
  const launches = await demo.database
    .selectFrom('alerts')
    .selectAll()
    .where('type', '=', 'apiRequestsPerSecond')
    .execute()
  expect(launches).toHaveLength(3)
  const isDuring = (minute: Date, { created_at, resolved_at }: (typeof launches)[number]) =>
    minute >= created_at && minute <= (resolved_at ?? seededAt)
  for (const launch of launches) {
    const refused = minutes
      .filter(({ minute }) => isDuring(minute, launch))
      .reduce((sum, row) => sum + row.refused, 0)
    expect(refused).toBeGreaterThan(100)
  }
  const outside = minutes.filter(({ minute }) => !launches.some((one) => isDuring(minute, one)))
  expect(outside.every(({ refused }) => refused === 0)).toBe(true)
})

test('usage of tenants belongs to tenants of the workspace, and matches their alerts', async () => {
  const rows = await demo.database
    .selectFrom('tenant_usage_hours')
    .leftJoin('tenants', (join) =>
      join
        .onRef('tenants.id', '=', 'tenant_id')
        .onRef('tenants.workspace_id', '=', 'tenant_usage_hours.workspace_id'),
    )
    .select(['name', 'hour', 'peak', 'refused'])
    .where('limit_name', '=', 'apiRequestsPerTenantPerSecond')
    .execute()
  expect(rows.filter(({ name }) => name === null)).toEqual([])
  expect(Math.max(...rows.map(({ hour }) => hour.getTime()))).toBeLessThan(seededAt.getTime())
  const alerts = await demo.database
    .selectFrom('alerts')
    .select(['severity', 'created_at'])
    .where('type', '=', 'apiRequestsPerTenantPerSecond')
    .orderBy('created_at')
    .execute()
  const bursts = rows
    .filter(({ peak }) => peak >= 30 * 0.8)
    .toSorted((a, b) => a.hour.getTime() - b.hour.getTime())
  expect(bursts.map(({ peak, refused }) => ({ peak, isRefused: refused > 0 }))).toEqual([
    { peak: 30, isRefused: true },
    { peak: 26, isRefused: false },
  ])
  for (const [index, { hour }] of bursts.entries())
    expect(Math.abs(daysAgo(hour) - daysAgo(alerts[index]?.created_at ?? hour))).toBeLessThan(0.3)
  expect(alerts.map(({ severity }) => severity)).toEqual(['critical', 'warning'])
})

test('no alert reports more usage of a limit than the chart of the limit shows', async () => {
  const alerts = await demo.database.selectFrom('alerts').selectAll().execute()
  const excessive: string[] = []
  for (const { type, description, created_at: raised, resolved_at: end } of alerts) {
    const [, used] = /: ([\d,]+) of/.exec(description) ?? []
    if (used === undefined || end === null || !isLimitName(type) || !isEnforcedHere(type)) continue
    const { peak } = await demo.database
      .selectFrom('usage_minutes')
      .select((row) => row.fn.max('peak').as('peak'))
      .where('limit_name', '=', type)
      .where('minute', '>=', new Date(raised.getTime() - 3_600_000))
      .where('minute', '<=', end)
      .executeTakeFirstOrThrow()
    if (peak < Number(used.replaceAll(',', ''))) excessive.push(`${description} Peak: ${peak}`)
  }
  expect(excessive).toEqual([])
})

test('history, deliveries and alerts cover weeks up to shortly before the start', async () => {
  const timesOf = async (table: 'audit_events' | 'webhook_deliveries' | 'alerts') =>
    (
      await demo.database
        .selectFrom(table)
        .select('created_at')
        .where('workspace_id', '=', workspaceId(productionKey))
        .orderBy('id')
        .execute()
    ).map(({ created_at }) => daysAgo(created_at))
  for (const [table, latest, earliest] of [
    ['audit_events', 0.2, 40],
    ['webhook_deliveries', 0.2, 25],
    ['alerts', 1.5, 25],
  ] as const) {
    const times = await timesOf(table)
    expect(times, `ids of ${table} are in the order of time`).toEqual(
      times.toSorted((a, b) => b - a),
    )
    expect(times.at(-1), table).toBeLessThan(latest)
    expect(times.at(-1), table).toBeGreaterThan(0)
    expect(times[0], table).toBeGreaterThan(earliest)
  }

  const deliveries = await demo.database.selectFrom('webhook_deliveries').selectAll().execute()
  expect(deliveries.length).toBeGreaterThan(190)
  expect(deliveries.filter(({ status }) => status === 'failed')).not.toHaveLength(0)
  expect(
    deliveries.filter(({ status, attempts }) => status === 'delivered' && attempts > 1),
  ).not.toHaveLength(0)
  const last = deliveries.map(({ finished_at }) => daysAgo(finished_at ?? new Date()))
  expect(Math.min(...last), 'nothing is in the future').toBeGreaterThan(0)
  const active = await demo.database
    .selectFrom('alerts')
    .select(['type', 'description'])
    .where('status', '=', 'ongoing')
    .execute()
  expect(active.map(({ type }) => type)).toEqual(['totalNumberOfWorkspaceElements'])
  expect(active[0]?.description).toMatch(/3\d\d of 400 are used/)
})

test('an attempt that was not accepted says why, as those of a real receiver do', async () => {
  const { database } = demo
  const attempts = await database.selectFrom('delivery_attempts').selectAll().execute()
  const refused = attempts.filter(({ status_code }) => status_code !== 200)
  expect(new Set(refused.map(({ error }) => error))).toEqual(
    new Set(['The address responded with status 422', 'The address responded with status 503']),
  )
  expect(attempts.filter(({ error }) => error !== null)).toHaveLength(refused.length)
})

test('a delivery ends with its last attempt; only failed flow runs are given up', async () => {
  const { database } = demo
  const deliveries = await database.selectFrom('webhook_deliveries').selectAll().execute()
  const attempts = await database.selectFrom('delivery_attempts').selectAll().execute()
  for (const { id, attempts: count, finished_at: end } of deliveries) {
    const times = attempts
      .filter(({ delivery_id }) => delivery_id === id)
      .map(({ started_at }) => started_at.getTime())
    expect([times.length, Math.max(...times)]).toEqual([count, end?.getTime()])
  }
  const failed = deliveries.filter(({ status }) => status === 'failed')
  expect(new Set(failed.map((delivery) => delivery.event_type))).toEqual(
    new Set(['flowRun.failed']),
  )
})

test('records that were prepared earlier get the same activity as a fresh demo', async () => {
  const prepared = await freshDatabase()
  const longAgo = new Date(seededAt.getTime() - 100 * dayMilliseconds)
  await seedRecords({ ...demo, ...prepared, clock: () => longAgo })
  await addActivity({ ...demo, ...prepared })
  await addActivity({ ...demo, ...prepared })
  const dumped = await dump({ ...demo, ...prepared })
  // The rest is dated when it was prepared.
  for (const table of [
    'workspaces',
    'audit_events',
    'usage_minutes',
    'tenant_usage_hours',
    'alerts',
    'webhook_deliveries',
    'delivery_attempts',
    'issued_tokens',
    'public_key_uses',
  ])
    expect(dumped[table], table).toBe(first[table])
  await prepared.close()
}, 60_000)

test('words of the catalog and of own apps are known, so that typos are found', async () => {
  const terms = await demo.database.selectFrom('search_terms').select('term').execute()
  const known = new Set(terms.map(({ term }) => term))
  const apps = await demo.database
    .selectFrom('apps')
    .select(['workspace_id', 'search_name'])
    .execute()
  for (const isOwn of [false, true]) {
    const names = apps
      .filter(({ workspace_id: id }) => (id !== null) === isOwn)
      .map((row) => row.search_name)
    expect(names).not.toEqual([])
    const words = names.flatMap((name) => name.split(' ')).filter((word) => /[^0-9]/.test(word))
    expect(words.filter((word) => word.length <= 42 && !known.has(word))).toEqual([])
  }
})

test('a grown catalog has the requested number of apps, which search finds', async () => {
  const publicApps = () =>
    demo.database.selectFrom('apps').selectAll().where('workspace_id', 'is', null).execute()
  for (const count of [5000, 5000, 5200]) {
    await growCatalog(demo, count)
    expect(await publicApps()).toHaveLength(count)
  }
  const rows = await publicApps()
  expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(rows.length)
  for (const { key, name, search_name, search_key } of rows)
    expect({ search_name, search_key }).toEqual(searchColumns(name, key))
  await expect(growCatalog(demo, 0)).rejects.toThrow('--apps')
}, 60_000)

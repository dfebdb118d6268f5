import { Migrator, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { adminToken, testApi } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { up } from './016-outcomes-of-notifications'

test('data of earlier versions is converted', async () => {
  const api = await testApi()
  const workspace = await api.newWorkspace('Earlier')
  const { database } = api.dependencies
  await sql`alter table alerts drop column notified_severity`.execute(database)
  await sql`alter table audit_events
    alter column changes drop default,
    alter column changes type jsonb using changes::jsonb,
    alter column changes set default '[]'`.execute(database)
  const now = new Date('2026-03-01T12:00:00Z')
  const delivery = { id: uuid(), workspace_id: workspace.id, event_type: 'ping', body: '{}' }
  await database
    .insertInto('webhook_deliveries')
    .values({ ...delivery, status: 'stopped', created_at: now })
    .execute()
  const alertId = uuid()
  await sql`insert into alerts
    (id, workspace_id, key, type, severity, description, notified_at,
      created_at, updated_at, last_seen_at)
    values (${alertId}, ${workspace.id}, 'testAlert', 'testAlert', 'critical', '',
      ${now}, ${now}, ${now}, ${now})`.execute(database)
  const decomposed = ['한글', '앱', 'é'].map((key) => key.normalize('NFD'))
  const inWorkspace = { workspaceId: workspace.id }
  const ids: string[] = []
  for (const key of decomposed) ids.push(await putApp(api, key, key, inWorkspace))
  ids.push(await putApp(api, '앱'.normalize('NFC'), 'Taken', inWorkspace))
  ids.push(await putApp(api, 'odos', 'οδος', inWorkspace))
  await sql`update apps set search_name = 'οδος' where key = 'odos'`.execute(database)

  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ '016-outcomes-of-notifications': { up } }) },
    migrationTableName: 'migration_under_test',
    migrationLockTableName: 'lock_of_migration_under_test',
  }).migrateToLatest()
  expect(error).toBeUndefined()

  const { rows } = await sql<object>`
    select notified_severity, finished_at
    from alerts cross join webhook_deliveries where alerts.id = ${alertId}`.execute(database)
  expect(rows).toEqual([{ notified_severity: 'critical', finished_at: now }])
  const apps = await database.selectFrom('apps').select(['id', 'key']).execute()
  const keys = new Map(apps.map(({ id, key }) => [id, key]))
  expect(ids.map((id) => keys.get(id))).toEqual([
    '한글'.normalize('NFC'),
    '앱'.normalize('NFD'),
    'é'.normalize('NFC'),
    '앱'.normalize('NFC'),
    'odos',
  ])
  const search = `/external-apps?search=${encodeURIComponent('ΟΔΟΣ')}`
  const { body } = await api.request('GET', search, { token: await adminToken(workspace) })
  expect(body).toMatchObject({ items: [{ id: ids[4] }] })
  await api.close()
})

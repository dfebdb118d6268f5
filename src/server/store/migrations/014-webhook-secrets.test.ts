import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApi } from '@/server/testing/api'
import { up } from './014-webhook-secrets'

test('a previous secret keeps its expiry; a workspace without one gets an empty list', async () => {
  const api = await testApi()
  const [rotated, fresh] = [await api.newWorkspace('Rotated'), await api.newWorkspace('Fresh')]
  const { database } = api.dependencies
  await sql`alter table workspaces
    drop column previous_webhook_secrets,
    add column encrypted_previous_webhook_secret text,
    add column previous_webhook_secret_until timestamptz`.execute(database)
  await sql`update workspaces set encrypted_previous_webhook_secret = 'sealed',
    previous_webhook_secret_until = '2026-03-01T12:00:00.250+02:00'
    where id = ${rotated.id}`.execute(database)

  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ '014-webhook-secrets': { up } }) },
    migrationTableName: 'migration_under_test',
    migrationLockTableName: 'lock_of_migration_under_test',
  }).migrateToLatest()
  expect(error).toBeUndefined()

  const rows = await database
    .selectFrom('workspaces')
    .select(['id', 'previous_webhook_secrets'])
    .execute()
  expect(new Map(rows.map((row) => [row.id, row.previous_webhook_secrets]))).toEqual(
    new Map([
      [rotated.id, [{ encryptedSecret: 'sealed', until: '2026-03-01T10:00:00.250Z' }]],
      [fresh.id, []],
    ]),
  )
  await api.close()
})

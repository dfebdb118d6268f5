import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminToken, testApi } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { up } from './030-names-of-versions'

test('versions get the name and app of their connector, and keep them', async () => {
  const api = await testApi()
  const token = await adminToken(await api.newWorkspace('Earlier'))
  const externalAppId = await putApp(api, 'desk', 'Desk')
  const { database } = api.dependencies
  const send = (method: string, path: string, body: object) =>
    api.request(method, path, { token, body })
  const read = async () =>
    (await api.request('GET', '/connectors/old/specification?version=1.0.0', { token })).body
  await send('POST', '/connectors', { name: 'Old', key: 'old', externalAppId })
  await send('POST', '/connectors/old/publish-version', {})
  await sql`alter table connector_versions drop column name, drop column external_app_id`.execute(
    database,
  )

  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ '030-names-of-versions': { up } }) },
    migrationTableName: 'migration_under_test',
    migrationLockTableName: 'lock_of_migration_under_test',
  }).migrateToLatest()
  expect(error).toBeUndefined()
  await send('PUT', '/connectors/old/specification', { name: 'New' })
  expect(await read()).toMatchObject({ name: 'Old', externalAppId })

  // As a server of the previous version publishes.
  await sql`update connector_versions set name = null, external_app_id = null`.execute(database)
  expect(await read()).toMatchObject({ name: 'New' })
  await api.close()
})

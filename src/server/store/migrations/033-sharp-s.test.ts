import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { adminToken, testApi } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { up } from './033-sharp-s'

test('names with a sharp s from before are found in capitals and with a typo', async () => {
  const api = await testApi()
  const workspace = await api.newWorkspace('Earlier')
  const { database } = api.dependencies
  await putApp(api, 'straße', 'Straßenkarte', { workspaceId: workspace.id })
  await sql`update apps set search_name = 'straßenkarte', search_key = 'straße'`.execute(database)
  await sql`delete from search_terms`.execute(database)
  await sql`insert into search_terms values ('straßenkarte'), ('straße')`.execute(database)

  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ '033-sharp-s': { up } }) },
    migrationTableName: 'migration_under_test',
    migrationLockTableName: 'lock_of_migration_under_test',
  }).migrateToLatest()
  expect(error).toBeUndefined()

  const token = await adminToken(workspace)
  for (const search of ['STRASSE', 'straße', 'Straßenkarte', 'strassenkrate']) {
    const path = `/external-apps?search=${encodeURIComponent(search)}`
    const { body } = await api.request('GET', path, { token })
    expect(operations.listApps.response.parse(body).items, search).toHaveLength(1)
  }
  await api.close()
})

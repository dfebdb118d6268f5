import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApi } from '@/server/testing/api'
import { up } from './013-token-generation'

test('limits stored in the wrong unit are corrected and apply as before', async () => {
  const api = await testApi()
  const { database } = api.dependencies
  const wrong = await api.newWorkspace('Wrong units')
  const right = await api.newWorkspace('Right units')
  const valid = {
    apiRequestsPerHour: { unit: 'number', value: 7, defaultValue: 9 },
    totalFileStorageMb: { unit: 'Mb', value: 0.5 },
    parallelFlowRuns: { unit: 'number' },
  }
  const store = (id: string, limits: object) =>
    sql`
      update workspaces
      set limits = ${JSON.stringify(limits)}::jsonb,
        operator_limits = ${JSON.stringify(limits)}::jsonb
      where id = ${id}`.execute(database)
  await store(right.id, valid)
  await store(wrong.id, {
    apiRequestsPerHour: valid.apiRequestsPerHour,
    apiRequestsPerSecond: { unit: 'Mb', value: 2.5, defaultValue: 0.5 },
    parallelSseRequests: { unit: 'msec' },
    fileUploadsMbPerHour: { unit: 'number', value: 5 },
  })
  await sql`alter table workspaces drop column token_generation`.execute(database)
  await up(database)

  const read = (id: string) =>
    database
      .selectFrom('workspaces')
      .select(['limits', 'operator_limits', 'revision', 'token_generation'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const corrected = {
    apiRequestsPerHour: valid.apiRequestsPerHour,
    apiRequestsPerSecond: { unit: 'number', value: 2, defaultValue: 0 },
    parallelSseRequests: { unit: 'number' },
    fileUploadsMbPerHour: { unit: 'Mb', value: 5 },
  }
  const unchanged = await read(right.id)
  expect(unchanged).toMatchObject({ limits: valid, operator_limits: valid, token_generation: 1 })
  const changed = await read(wrong.id)
  expect(changed).toMatchObject({
    limits: corrected,
    operator_limits: corrected,
    token_generation: 1,
  })
  expect(changed.revision, 'its ETag changes').toBeGreaterThan(unchanged.revision)
  await api.close()
})

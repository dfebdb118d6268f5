import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { operations } from '@/contract/operations'
import { managementApi } from '@/server/http/api'
import { adminToken, testApi } from '@/server/testing/api'
import { countPagesRead } from '@/server/testing/pages-read'

test('the bulk archives of a workspace are found among those of all others', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const [busy, quiet] = [await api.newWorkspace('Busy'), await api.newWorkspace('Quiet')]
  await sql`
    insert into archive_batches (id, workspace_id, actor, created_at)
    select gen_random_uuid(), case n when 1 then ${quiet.id} else ${busy.id} end::uuid, 'Ann', now()
    from generate_series(1, 20000) as n`.execute(api.dependencies.database)
  await sql`analyze`.execute(api.dependencies.database)
  const token = await adminToken(quiet)
  const pages = await countPagesRead(api.dependencies.database, async (database) => {
    const { request } = managementApi({
      dependencies: { ...api.dependencies, database },
      extensions: true,
    })
    const headers = { Authorization: `Bearer ${token}` }
    const response = await request('/external-apps/archive', { headers })
    const { items } = operations.listAppArchives.response.parse(await response.json())
    expect(items).toHaveLength(1)
  })
  expect(pages).toBeLessThan(100)
})

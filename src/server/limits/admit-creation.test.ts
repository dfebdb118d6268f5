import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApi } from '@/server/testing/api'
import { countPagesRead } from '@/server/testing/pages-read'
import { countElements } from './admit-creation'

test('the elements of a large workspace are counted without reading them', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Large')
  await sql`
    insert into apps (
      id, uuid, workspace_id, key, name, search_name, search_key, created_at, updated_at,
      archived_at
    )
    select gen_random_uuid(), gen_random_uuid()::text, ${id}, n, n, n, n, now(), now(),
      case when n % 2 = 0 then now() end
    from generate_series(1, 6000) as n`.execute(database)
  await sql`vacuum analyze apps`.execute(database)
  const pages = await countPagesRead(database, async (counted) =>
    expect(await countElements(counted, id)).toBe(3000),
  )
  expect(pages).toBeLessThan(20)
})

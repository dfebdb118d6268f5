import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from './database'
import { asWorkspaceCaller, unscopedTables } from './scoped-statements'

test.each([
  ['select * from "apps" where "key" = $1', ['apps']],
  ['select "workspace_id" from "apps"', ['apps']],
  ['select * from apps join connections on connections.id = $1', ['apps', 'connections']],
  ['update "alerts" set "status" = $1 where "key" = $2', ['alerts']],
  ['delete from tenants', ['tenants']],
  ['select * from "apps" where "key" = $1 and "workspace_id" = $2', []],
  ['select * from "workspaces" where "key" = $1', []],
  ['update "alerts" set "status" = $1 where "id" = $2', []],
])('%s forgets the workspace of %o', (statement, tables) => {
  expect(unscopedTables(statement)).toEqual(tables)
})

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

test('the test database refuses it for callers of a workspace only', async () => {
  const forgetful = () => sql`select * from apps`.execute(fresh.database)
  await expect(asWorkspaceCaller(forgetful)).rejects.toThrow('on apps forgets the workspace')
  await expect(forgetful()).resolves.toMatchObject({ rows: [] })
})

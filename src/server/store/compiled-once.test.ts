import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { apiPerFile } from '@/server/testing/api-per-file'
import { compiledOnce } from './compiled-once'
import { matches } from './condition'

const api = await apiPerFile()

test('a statement is compiled once in each form, and run with the values of each run', async () => {
  let compiled = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      compiled += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const database = api.dependencies.database.withPlugin(counting)
  const first = { ...(await api.newWorkspace('First')), name: 'First' }
  const second = { ...(await api.newWorkspace('Second')), name: 'Second' }
  const find = compiledOnce(
    (queryable, { withKey }: { withKey: boolean }, value: (name: 'name' | 'id') => string) =>
      queryable
        .selectFrom('workspaces')
        .select(withKey ? ['name', 'key'] : ['name'])
        .where(matches('workspaces', { name: value('name'), id: value('id') }))
        .where('archived_at', 'is', null),
  )
  const run = async ({ id, name }: { id: string; name: string }, withKey = false) => {
    const [row] = await find(database, { withKey }, { id, name })
    return row
  }
  expect(await run(first)).toEqual({ name: 'First' })
  expect(await run(second)).toEqual({ name: 'Second' })
  expect(await run({ id: first.id, name: 'Second' })).toBeUndefined()
  expect(compiled).toBe(1)
  expect(await run(second, true)).toEqual({ name: 'Second', key: second.key })
  expect(await run(first, true)).toEqual({ name: 'First', key: first.key })
  expect(compiled).toBe(2)
})

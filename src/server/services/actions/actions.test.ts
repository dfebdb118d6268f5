import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { searchColumns } from '@/server/search/search-text'
import { adminToken } from '@/server/testing/api'
import { workspacePerTest } from '@/server/testing/workspace-per-test'

const fixture = workspacePerTest('Acting')

const times = { createdAt: '2026-10-01T08:00:00.000Z', updatedAt: '2026-10-02T08:00:00.000Z' }
const row = (name: string) => ({
  id: uuid(),
  workspace_id: fixture.workspace.id,
  name,
  document: '{}',
  ...searchColumns(name, ''),
  created_at: new Date(times.createdAt),
  updated_at: new Date(times.updatedAt),
})
const insert = (values: ReturnType<typeof row> & Record<string, unknown>) =>
  fixture.api.dependencies.database.insertInto('actions').values(values).execute()
const get = async (path: string, as = fixture.token) =>
  fixture.api.request('GET', path, { token: as })

test('an action has its own members and those that the engine defines', async () => {
  const bare = row('Bare')
  const archivedAt = '2026-10-03T08:00:00.000Z'
  const whole = {
    ...row('Whole'),
    key: 'whole',
    type: 'list-records',
    document: JSON.stringify({ inputSchema: { type: 'object' }, isDeactivated: false }),
    archived_at: new Date(archivedAt),
  }
  await insert(bare)
  await insert(whole)
  const bareItem = { id: bare.id, name: 'Bare', ...times }
  const wholeItem = { id: whole.id, key: 'whole', name: 'Whole', type: 'list-records', ...times }
  expect((await get(`/actions/${bare.id}`)).body).toEqual(bareItem)
  expect((await get('/actions/whole')).body).toEqual({
    ...wholeItem,
    inputSchema: { type: 'object' },
    isDeactivated: false,
    archivedAt,
  })
  expect((await get('/actions')).body).toEqual({ items: [bareItem] })
  expect((await get('/actions?includeArchived=true')).body).toEqual({
    items: [bareItem, wholeItem],
  })
})

test('an id names an action before a key does', async () => {
  const [wanted, other] = [row('Wanted'), row('Other')]
  await insert({ ...other, key: wanted.id })
  await insert(wanted)
  for (const selector of [wanted.id, wanted.id.toUpperCase()])
    expect((await get(`/actions/${selector}`)).body).toMatchObject({ name: 'Wanted' })
  expect((await get('/actions/unknown')).status).toBe(404)
})

test('actions are those of the own workspace; operators have none', async () => {
  await insert({ ...row('Mine'), key: 'mine' })
  const stranger = await adminToken(await fixture.api.newWorkspace('Stranger'))
  expect((await get('/actions', stranger)).body).toEqual({ items: [] })
  expect((await get('/actions/mine', stranger)).status).toBe(404)
  for (const path of ['/actions', '/actions/mine'])
    expect((await get(path, fixture.api.operatorToken)).status).toBe(403)
})

import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { reservedAppKeys } from '@/contract/apps'
import { apiPerFile } from '@/server/testing/api-per-file'
import { putApp } from '@/server/testing/apps'
import { assertKeyAvailable, freeKey } from './element-key'

const api = await apiPerFile()
const workspace = await api.newWorkspace()
const other = await api.newWorkspace()

const free = (name: string, table: 'apps' | 'connectors' = 'apps') =>
  freeKey(api.dependencies.database, table, workspace.id, name)
const put = (key: string, workspaceId = workspace.id) => putApp(api, key, 'App', { workspaceId })

test('a key is the first free one after its name, in its workspace and table', async () => {
  expect(await free('My CRM')).toBe('my-crm')
  await put('my-crm', other.id)
  expect(await free('My CRM')).toBe('my-crm')
  await put('my-crm')
  await put('my-crm-3')
  expect(await free('My CRM')).toBe('my-crm-2')
  await put('my-crm-2')
  expect(await free('My CRM')).toBe('my-crm-4')
  expect(await free('My CRM', 'connectors')).toBe('my-crm')
  expect(await free('My CR')).toBe('my-cr')
})

test('numbers go on without a limit, and longer keys are not read', async () => {
  let read = 0
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read += result.rows.length
      return result
    },
  })
  const numbered = Array.from({ length: 11 }, (_, index) => `mail-${index + 2}`)
  for (const key of ['mail', 'mailbox', 'mail-merge', ...numbered]) await put(key)
  expect(await freeKey(database, 'apps', workspace.id, 'Mai')).toBe('mai')
  expect(read).toBe(0)
  expect(await freeKey(database, 'apps', workspace.id, 'Mail')).toBe('mail-13')
  expect(read).toBe(12)
})

test('a name without letters gets its kind as the key; apps get no reserved key', async () => {
  expect(await free('!!!')).toBe('app')
  expect(await free('!!!', 'connectors')).toBe('connector')
  const [reserved = ''] = reservedAppKeys
  expect(await free(reserved)).toBe(`${reserved}-2`)
  expect(await free(reserved, 'connectors')).toBe(reserved)
})

test('a taken key or uuid is refused in its workspace only, also for an archived row', async () => {
  const check = (column: 'key' | 'uuid', value: string | undefined, workspaceId = workspace.id) =>
    assertKeyAvailable(api.dependencies.database, 'apps', workspaceId, column, value)
  await put('taken')
  await expect(check('key', 'taken')).rejects.toMatchObject({
    key: 'already_exists',
    message: "Another app of this workspace has the key 'taken': choose a different one",
    data: { field: 'key' },
  })
  await check('key', 'taken', other.id)
  await check('key', undefined)
  await check('uuid', uuid())
  await api.dependencies.database
    .updateTable('apps')
    .set({ archived_at: new Date() })
    .where('workspace_id', '=', workspace.id)
    .where('key', '=', 'taken')
    .execute()
  await expect(check('key', 'taken')).rejects.toThrow(/^An archived app of this workspace/)
})

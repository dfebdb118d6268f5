import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from '../testing/api'
import { raiseAlert } from './raise-alert'

let api: TestApi
beforeAll(async () => (api = await testApi()))
afterAll(() => api.close())

const occasion = (workspaceId: string, severity: 'warning' | 'critical') => ({
  workspaceId,
  type: 'apiRequestsPerHour' as const,
  severity,
  description: severity,
})
const alertsOf = (workspaceId: string) =>
  api.dependencies.database
    .selectFrom('alerts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute()
const pause = () => new Promise((resume) => setTimeout(resume, 100))

test.each([
  ['warning', 'critical', true],
  ['critical', 'warning', false],
] as const)(
  'two servers that raise at once, one a %s and one a %s, raise one that is critical',
  async (first, second, isWorse) => {
    const { id } = await api.newWorkspace()
    const { database } = api.dependencies
    const now = new Date()
    const { later } = await database.transaction().execute(async (transaction) => {
      await raiseAlert(transaction, now, occasion(id, first))
      const later = database
        .transaction()
        .execute((other) => raiseAlert(other, now, occasion(id, second)))
      await pause()
      return { later }
    })
    expect((await later).hasEscalated).toBe(isWorse)
    expect(await alertsOf(id)).toMatchObject([
      { severity: 'critical', description: 'critical', status: 'ongoing' },
    ])
  },
)

test('one that is resolved while it is raised again leaves one ongoing', async () => {
  const { id } = await api.newWorkspace()
  const { database } = api.dependencies
  const now = new Date()
  await raiseAlert(database, now, occasion(id, 'warning'))
  const { later } = await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('alerts')
      .set({ status: 'resolved', resolved_at: now })
      .where('workspace_id', '=', id)
      .execute()
    const later = database
      .transaction()
      .execute((other) => raiseAlert(other, now, occasion(id, 'warning')))
    await pause()
    return { later }
  })
  await later
  expect((await alertsOf(id)).map(({ status }) => status).toSorted()).toEqual([
    'ongoing',
    'resolved',
  ])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertTypeNames } from '../../contract/alerts'
import { testApi, type TestApi } from '../testing/api'
import { notifyAlert } from './notify-alert'
import { raiseAlert } from './raise-alert'
import { resolveInactiveAlerts } from './resolve-inactive-alerts'

let now = Date.now()
let api: TestApi
beforeAll(async () => {
  api = await testApi({ clock: () => new Date(now), mailer: { send: async () => {} } })
})
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

test('an alert that is resolved while it is raised again leaves one active', async () => {
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

describe('the channels of an alert', () => {
  async function newAlerting() {
    const { id } = await api.newWorkspace()
    const token = api.operatorToken
    const path = `/org-workspaces/${id}`
    const setChannels = async (enabled: boolean) => {
      const channels = { internal: true, webhook: { enabled }, email: { enabled } }
      const alertTypes = Object.fromEntries(alertTypeNames.map((name) => [name, channels]))
      const body = { webhookUri: 'https://hooks.example/', alertDeliverySettings: { alertTypes } }
      expect((await api.request('PATCH', path, { token, body })).status).toBe(200)
    }
    await setChannels(true)
    return {
      setChannels,
      archive: () => api.request('DELETE', path, { token }),
      mute: (milliseconds: number) =>
        api.request('PUT', '/alerts/mutes/apiRequestsPerHour', {
          token,
          body: { workspaceId: id, mutedUntil: new Date(now + milliseconds).toISOString() },
        }),
      raise: (severity: 'warning' | 'critical') =>
        api.dependencies.database.transaction().execute(async (transaction) => {
          const raised = await raiseAlert(transaction, new Date(now), occasion(id, severity))
          await notifyAlert(api.dependencies, transaction, raised)
        }),
      resolve: async () => {
        now += 61_000
        await resolveInactiveAlerts(api.dependencies)
      },
      /** What was sent by webhook and by e-mail, oldest first. */
      sent: async () => {
        const { database } = api.dependencies
        const events = await database
          .selectFrom('webhook_deliveries')
          .select('body')
          .where('workspace_id', '=', id)
          .orderBy('id')
          .execute()
        const emails = await database
          .selectFrom('emails')
          .select('subject')
          .where('workspace_id', '=', id)
          .orderBy('id')
          .execute()
        return {
          events: events.map(({ body }) => {
            const { eventType, data } = JSON.parse(body)
            return `${eventType} ${data.severity}`
          }),
          emails: emails.map(({ subject }) => subject.split(': ')[1]),
        }
      },
    }
  }

  test('get an escalation that happened while its type was muted', async () => {
    const { raise, mute, sent } = await newAlerting()
    await raise('warning')
    await mute(60_000)
    await raise('critical')
    expect((await sent()).emails).toEqual(['warning'])
    now += 60_001
    for (let count = 0; count < 2; count += 1) await raise('critical')
    expect(await sent()).toEqual({
      events: ['alert.created warning', 'alert.created critical'],
      emails: ['warning', 'critical'],
    })
  })

  test('do not get the end of an alert that none of them got', async () => {
    const { setChannels, raise, resolve, sent } = await newAlerting()
    await setChannels(false)
    await raise('warning')
    await setChannels(true)
    await resolve()
    expect(await sent()).toEqual({ events: [], emails: [] })
  })

  test('get an alert that lasts until they are switched on', async () => {
    const { setChannels, raise, resolve, sent } = await newAlerting()
    await setChannels(false)
    await raise('warning')
    await setChannels(true)
    await raise('warning')
    await resolve()
    expect(await sent()).toEqual({
      events: ['alert.created warning', 'alert.resolved warning'],
      emails: ['warning', 'resolved'],
    })
  })

  test('get nothing of a workspace that is archived', async () => {
    const { archive, raise, resolve, sent } = await newAlerting()
    await raise('warning')
    expect((await archive()).status).toBe(200)
    await raise('critical')
    await resolve()
    expect((await sent()).emails).toEqual(['warning'])
  })
})

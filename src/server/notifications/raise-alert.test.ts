import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlertSeverity } from '@/contract/alerts'
import { apiPerFile } from '@/server/testing/api-per-file'
import { deliverySettings } from '@/server/testing/delivery-settings'
import { failingOnce } from '@/server/testing/failing-once'
import { notifyAlert } from './notify-alert'
import { raiseAlert } from './raise-alert'
import { resolveInactiveAlerts } from './resolve-inactive-alerts'

let now = Date.now()
const api = await apiPerFile({ clock: () => new Date(now), mailer: { send: async () => {} } })

const trigger = (workspaceId: string, severity: 'warning' | 'critical') => ({
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
      await raiseAlert(transaction, now, trigger(id, first))
      const later = database
        .transaction()
        .execute((other) => raiseAlert(other, now, trigger(id, second)))
      await pause()
      return { later }
    })
    expect((await later).hasEscalated).toBe(isWorse)
    expect(await alertsOf(id)).toMatchObject([
      { severity: 'critical', description: 'critical', status: 'ongoing' },
    ])
  },
)

test('an outage of the database stops the resolving of alerts, and is logged once', async () => {
  const { id } = await api.newWorkspace()
  await raiseAlert(api.dependencies.database, new Date(now - 120_000), trigger(id, 'warning'))
  api.logged.length = 0
  const database = failingOnce(api.dependencies.database, 'UpdateQueryNode')
  await expect(resolveInactiveAlerts({ ...api.dependencies, database })).rejects.toThrow('lost')
  expect(api.logged.map(({ message }) => message)).not.toContain('an alert could not be resolved')
  await resolveInactiveAlerts(api.dependencies)
  expect(await alertsOf(id)).toMatchObject([{ status: 'resolved' }])
})

test('an alert that is raised again more than a minute into a round stays active', async () => {
  const { id } = await api.newWorkspace()
  const { database } = api.dependencies
  await raiseAlert(database, new Date(now - 120_000), trigger(id, 'warning'))
  let isListed = false
  const slow = database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isListed) return result
      // Other alerts were resolved first, which took so long.
      isListed = true
      now += 70_000
      await raiseAlert(database, new Date(now), trigger(id, 'warning'))
      return result
    },
  })
  await resolveInactiveAlerts({ ...api.dependencies, database: slow })
  expect(await alertsOf(id)).toMatchObject([{ status: 'ongoing' }])
})

test('an alert that is resolved while it is raised again leaves one active', async () => {
  const { id } = await api.newWorkspace()
  const { database } = api.dependencies
  const now = new Date()
  await raiseAlert(database, now, trigger(id, 'warning'))
  const { later } = await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('alerts')
      .set({ status: 'resolved', resolved_at: now })
      .where('workspace_id', '=', id)
      .execute()
    const later = database
      .transaction()
      .execute((other) => raiseAlert(other, now, trigger(id, 'warning')))
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
    const path = `/org-workspaces/${id}`
    // Signed for each request, since hours may pass in a test.
    const send = async (method: string, path: string, body?: unknown) => {
      const token = await api.dependencies.serverTokens.sign(
        { operator: true, name: 'Operator' },
        new Date(now),
      )
      const { status } = await api.request(method, path, { token, body })
      expect(status).toBe(200)
    }
    const setChannels = async (enabled: boolean) => {
      const alertDeliverySettings = deliverySettings({ webhook: { enabled }, email: { enabled } })
      await send('PATCH', path, { webhookUri: 'https://hooks.example/', alertDeliverySettings })
    }
    await setChannels(true)
    return {
      setChannels,
      archive: () => send('DELETE', path),
      mute: (milliseconds: number) => {
        const mutedUntil = milliseconds === 0 ? null : new Date(now + milliseconds).toISOString()
        return send('PUT', '/alerts/mutes/apiRequestsPerHour', { workspaceId: id, mutedUntil })
      },
      resolveInactive: () => resolveInactiveAlerts(api.dependencies),
      raise: (severity: 'warning' | 'critical') =>
        api.dependencies.database.transaction().execute(async (transaction) => {
          const raised = await raiseAlert(transaction, new Date(now), trigger(id, severity))
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

  test('do not get the resolution of an alert that they did not get', async () => {
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
    await archive()
    await raise('critical')
    await resolve()
    expect((await sent()).emails).toEqual(['warning'])
  })

  test('get an alert soon after the clock was set back', async () => {
    const { raise, resolve, sent } = await newAlerting()
    await raise('warning')
    await resolve()
    now -= 86_400_000
    await raise('warning')
    now += 86_400_000
    expect((await sent()).emails).toEqual(['warning', 'resolved', 'warning'])
  })

  /** What the product promises about the alerts of one type, without a database. */
  class Model {
    readonly emails: string[] = []
    readonly #ended: { severity: AlertSeverity; at: number }[] = []
    #active:
      | { severity: AlertSeverity; seenAt: number; sent?: { severity: AlertSeverity; at: number } }
      | undefined
    #isOn = true
    #mutedUntil = 0

    get #canSend() {
      return this.#isOn && this.#mutedUntil <= now
    }
    switch(isOn: boolean) {
      this.#isOn = isOn
    }
    mute(until: number) {
      this.#mutedUntil = until
    }
    raise(severity: AlertSeverity) {
      const active = (this.#active ??= { severity, seenAt: now })
      const hasEscalated = active.severity === 'warning' && severity === 'critical'
      if (hasEscalated) active.severity = 'critical'
      active.seenAt = now
      if (active.sent?.severity === active.severity || active.sent?.severity === 'critical') return
      const isRepeated = this.#ended.some(
        (sent) =>
          sent.at > now - 600_000 &&
          (sent.severity === 'critical' || active.severity === 'warning'),
      )
      if (active.sent === undefined && !hasEscalated && isRepeated) return
      if (!this.#canSend) return
      active.sent = { severity: active.severity, at: now }
      this.emails.push(active.severity)
    }
    resolveInactive() {
      const active = this.#active
      if (active === undefined || active.seenAt > now - 60_000) return
      if (active.sent !== undefined) {
        this.#ended.push(active.sent)
        if (this.#canSend) this.emails.push('resolved')
      }
      this.#active = undefined
    }
  }

  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ raise: fc.constantFrom('warning' as const, 'critical' as const) }),
    },
    { weight: 4, arbitrary: fc.record({ wait: fc.constantFrom(1, 30, 61, 300, 601) }) },
    fc.record({ switch: fc.boolean() }),
    fc.record({ mute: fc.constantFrom(0, 45, 900) }),
  )

  test('behave like the model after any sequence of steps', async () => {
    const alerting = await newAlerting()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { size: 'max', maxLength: 15 }), async (steps) => {
        // Ends what the steps before have begun.
        await alerting.mute(0)
        await alerting.setChannels(true)
        now += 601_000
        await alerting.resolveInactive()
        const { length: earlier } = (await alerting.sent()).emails
        const model = new Model()
        for (const taken of steps) {
          if ('raise' in taken) {
            await alerting.raise(taken.raise)
            model.raise(taken.raise)
          } else if ('wait' in taken) {
            now += taken.wait * 1000
            await alerting.resolveInactive()
            model.resolveInactive()
          } else if ('switch' in taken) {
            await alerting.setChannels(taken.switch)
            model.switch(taken.switch)
          } else {
            await alerting.mute(taken.mute * 1000)
            model.mute(now + taken.mute * 1000)
          }
        }
        expect((await alerting.sent()).emails.slice(earlier)).toEqual(model.emails)
      }),
      { numRuns: 40 },
    )
  })
})

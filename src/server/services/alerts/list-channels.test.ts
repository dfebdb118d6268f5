import { expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { deliverySettings } from '@/server/testing/delivery-settings'

const withoutMail = await apiPerFile()
const withMail = await apiPerFile({ mailer: { send: async () => undefined } })

test('a channel that cannot deliver says why: no address, disabled, no mail server', async () => {
  const seen = await Promise.all(
    [withoutMail, withMail].map(async (api) => {
      const workspace = await api.newWorkspace('Channels')
      const token = await adminToken(workspace)
      const reasons = async () =>
        operations.listAlertChannels.response
          .parse((await api.request('GET', '/alerts/channels', { token })).body)
          .items.map(({ canDeliver, reason }) => reason ?? canDeliver)
      const bare = await reasons()
      await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
        token,
        body: { webhookUri: 'https://hooks.example/in' },
      })
      const addressed = await reasons()
      await api.dependencies.database
        .updateTable('workspaces')
        .set({ webhook_disabled_at: new Date() })
        .where('id', '=', workspace.id)
        .execute()
      return { bare, addressed, switchedOff: await reasons() }
    }),
  )
  const noMail = 'This server has no mail server configured'
  const [none, off] = [
    'The workspace has no webhook URI',
    'The webhook is disabled: its address failed for too long',
  ]
  expect(seen).toEqual([
    {
      bare: [true, none, noMail],
      addressed: [true, true, noMail],
      switchedOff: [true, off, noMail],
    },
    { bare: [true, none, true], addressed: [true, true, true], switchedOff: [true, off, true] },
  ])
})

test('repeating a mute records nothing, nor does muting until a time in the past', async () => {
  const token = await adminToken(await withoutMail.newWorkspace('Muted'))
  const mute = (mutedUntil: string | null) =>
    withoutMail.request('PUT', '/alerts/mutes/testAlert', { token, body: { mutedUntil } })
  for (let count = 0; count < 2; count += 1) await mute('2100-01-01T00:00:00Z')
  await mute(null)
  await mute(null)
  await mute('2020-01-01T00:00:00Z')
  const { items } = operations.listAuditEvents.response.parse(
    (await withoutMail.request('GET', '/audit-events?operation=setAlertMute', { token })).body,
  )
  expect(items).toHaveLength(2)
})

test('a test alert says what each channel did with it', async () => {
  const workspace = await withoutMail.newWorkspace('Tested')
  const token = await adminToken(workspace)
  const path = `/org-workspaces/${workspace.id}`
  const update = async (body: object) =>
    expect((await withoutMail.request('PATCH', path, { token, body })).status).toBe(200)
  const webhookOutcome = async () => {
    const { body } = await withoutMail.request('POST', '/alerts/test', { token, body: {} })
    const { channels } = operations.testAlert.response.parse(body)
    expect(channels.map(({ channel }) => channel)).toEqual(['internal', 'webhook', 'email'])
    return channels[1]?.message
  }
  const messages = [await webhookOutcome()]
  await update({ alertDeliverySettings: deliverySettings({ webhook: { enabled: true } }) })
  messages.push(await webhookOutcome())
  await update({ webhookUri: 'https://hooks.example/' })
  messages.push(await webhookOutcome())
  const mutedUntil = '2100-01-01T00:00:00.000Z'
  await withoutMail.request('PUT', '/alerts/mutes/testAlert', { token, body: { mutedUntil } })
  messages.push(await webhookOutcome())
  expect(messages).toEqual([
    'Disabled for this alert type',
    'The workspace has no webhook URI',
    'Queued for https://hooks.example/',
    `Muted until ${mutedUntil}`,
  ])
})

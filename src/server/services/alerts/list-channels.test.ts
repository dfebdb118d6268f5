import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../contract/operations'
import { adminToken, testApi, type TestApi } from '../../testing/api'

const servers: TestApi[] = []
const send = async () => {}
beforeAll(async () => {
  servers.push(await testApi(), await testApi({ mailer: { send } }))
})
afterAll(() => Promise.all(servers.map((api) => api.close())))

test('a channel says why it cannot deliver: no address, one that was switched off, no mail server', async () => {
  const seen = await Promise.all(
    servers.map(async (api) => {
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
    'The webhook is switched off: its address failed for too long',
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

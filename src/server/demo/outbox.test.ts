import { beforeAll, expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { sendDueEmails } from '@/server/notifications/send-emails'
import { apiPerFile } from '@/server/testing/api-per-file'
import { outboxMailer } from './outbox'
import { resetDemo } from './seed'
import { developmentKey, workspaceId } from './workspaces'

const api = await apiPerFile({ mailer: outboxMailer })
beforeAll(async () => {
  await resetDemo(api.dependencies)
})

test('an alert e-mail of the demo is in the outbox, newest first', async () => {
  const { token } = operations.signInToDemo.response.parse(
    (await api.request('POST', '/demo/sign-in', { body: { role: 'admin' } })).body,
  )
  const outbox = async () =>
    operations.listDemoEmails.response.parse(
      (await api.request('GET', '/demo/emails', { token })).body,
    ).items
  const before = await outbox()
  const { channels } = operations.testAlert.response.parse(
    (await api.request('POST', '/alerts/test', { token, body: {} })).body,
  )
  expect(channels.find(({ channel }) => channel === 'email')).toMatchObject({
    outcome: 'queued',
    message: 'Queued for the demo’s outbox',
  })
  expect(await outbox()).toEqual(before)

  await sendDueEmails(api.dependencies)
  const { database } = api.dependencies
  await database
    .insertInto('emails')
    .values({
      id: '01a05bfb-7000-7000-8000-00000000c0de',
      workspace_id: workspaceId(developmentKey),
      subject: 'Of another workspace',
      body_text: '',
      body_html: '',
      created_at: new Date(),
    })
    .execute()
  await database.updateTable('emails').set({ status: 'delivered' }).execute()
  const [email, ...others] = await outbox()
  expect(others).toEqual(before)
  expect(email).toMatchObject({ subject: 'Larkfield Production: warning: Test alert' })
  expect(email?.text).toContain('Workspace: Larkfield Production')
  expect(email?.recipients).toEqual(['oncall@larkfield.example'])
})

import { createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AlertSettings } from '@/contract/alerts'
import { operations } from '@/contract/operations'
import type { Log } from '@/server/core/ports/log'
import type { Mailer } from '@/server/core/ports/mailer'
import { readConfiguration } from '@/server/node/configuration'
import { smtpMailer } from '@/server/node/mailer'
import { adminToken, testApi, type TestApi } from '@/server/testing/api'
import { deliverySettings } from '@/server/testing/delivery-settings'
import { failingOnce } from '@/server/testing/failing-once'
import { listen } from '@/server/testing/listen'
import { sendDueEmails } from './send-emails'

let now = Date.now()
let api: TestApi
let smtp: SMTPServer
let refuses = false
/** Recipients that the mail server defers, as with greylisting. */
const deferring = new Set<string>()
/** The recipients of each e-mail. */
const received: string[][] = []
/** Reaches this machine, but is no address of it. */
const elsewhere = '0.0.0.0'
let mailerTo: (recipients: string) => Mailer | undefined
const mails: string[] = []
const logged: object[] = []
const log: Log = {
  info: (facts) => void logged.push(facts),
  error: (facts) => void logged.push(facts),
}

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (deferring.has(address))
        done(Object.assign(new Error('Try again later'), { responseCode: 450 }))
      else done(address === 'left@example.com' ? new Error('No such mailbox') : null)
    },
    onData(stream, { envelope: { rcptTo } }, done) {
      let mail = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (mail += part))
      stream.on('end', () => {
        if (!refuses) {
          mails.push(mail)
          received.push(rcptTo.map(({ address }) => address))
        }
        done(refuses ? new Error('Mailbox is full') : null)
      })
    },
  })
  const port = await listen(smtp.server)
  mailerTo = (recipients) =>
    smtpMailer(
      readConfiguration({
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Signalbox <signalbox@example.com>',
        MAIL_TO: recipients,
      }),
      log,
    )
  api = await testApi({ clock: () => new Date(now), mailer: mailerTo('ops@example.com') })
})
afterAll(async () => {
  await new Promise<void>((closed) => smtp.close(closed))
  await api.close()
})

async function workspaceWith(email: boolean, alertSettings?: AlertSettings) {
  const workspace = await api.newWorkspace('Larkfield <b>')
  const token = await adminToken(workspace)
  if (alertSettings !== undefined)
    await api.request('PUT', `/org-workspaces/${workspace.id}/alert-settings`, {
      token,
      body: alertSettings,
    })
  await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: { alertDeliverySettings: deliverySettings({ email: { enabled: email } }) },
  })
  return async () =>
    operations.testAlert.response
      .parse((await api.request('POST', '/alerts/test', { token, body: {} })).body)
      .channels.find(({ channel }) => channel === 'email')
}

test('an alert is sent as text and HTML if e-mail is on for its type', async () => {
  const raise = await workspaceWith(true)
  expect(await raise()).toMatchObject({ outcome: 'queued' })
  await sendDueEmails(api.dependencies)
  await sendDueEmails(api.dependencies)
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail).toContain('To: ops@example.com')
  expect(mail).toContain('Subject: Larkfield <b>: warning: Test alert')
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
  expect(mail).toContain('Workspace: Larkfield &lt;b&gt;')
  expect(await (await workspaceWith(false))()).toMatchObject({ outcome: 'off' })
})

test('the recipients of a workspace get its alerts, instead of those of the server', async () => {
  now = Date.now()
  for (const emailRecipients of [['ann@example.com', 'bob@example.com'], []]) {
    mails.length = 0
    received.length = 0
    await (
      await workspaceWith(true, { emailRecipients })
    )()
    await sendDueEmails(api.dependencies)
    const expected = emailRecipients.length === 0 ? ['ops@example.com'] : emailRecipients
    expect(received).toEqual([expected])
    expect(mails[0]).toContain(`To: ${expected.join(', ')}`)
  }
})

test('all e-mails that are due are sent, one after the other', async () => {
  mails.length = 0
  const raise = await workspaceWith(true)
  for (let count = 0; count < 3; count += 1) await raise()
  await sendDueEmails(api.dependencies)
  expect(mails).toHaveLength(3)
})

test('an error of the database is no failure of the mail server', async () => {
  api.logged.length = 0
  const raise = await workspaceWith(true)
  await raise()
  const database = failingOnce(api.dependencies.database, 'UpdateQueryNode')
  await expect(sendDueEmails({ ...api.dependencies, database })).rejects.toThrow('lost')
  expect(api.logged.map(({ message }) => message)).not.toContain('an e-mail could not be sent')
  const emails = await database.selectFrom('emails').select('error').execute()
  expect(emails.filter(({ error }) => error !== null)).toEqual([])
  now += 121_000
  mails.length = 0
  await sendDueEmails(api.dependencies)
  expect(mails, 'after the lease').toHaveLength(1)
})

test('an e-mail that the mail server refuses is retried, and sent once', async () => {
  mails.length = 0
  refuses = true
  const raise = await workspaceWith(true)
  await raise()
  await sendDueEmails(api.dependencies)
  expect(mails).toHaveLength(0)
  refuses = false
  await sendDueEmails(api.dependencies)
  expect(mails, 'not before it is due').toHaveLength(0)
  now += 11_000
  await sendDueEmails(api.dependencies)
  expect(mails).toHaveLength(1)
  now += 86_400_000
  await sendDueEmails(api.dependencies)
  expect(mails).toHaveLength(1)
})

test('recipients that the mail server refuses are logged; the others get the e-mail', async () => {
  mails.length = 0
  const mail = { id: 'mail-1', subject: 'Alert', text: 'Text', html: '<p>Text</p>' }
  await mailerTo('left@example.com, ops@example.com')?.send(mail)
  expect(mails).toHaveLength(1)
  expect(logged).toEqual([
    {
      emailId: 'mail-1',
      recipients: ['left@example.com'],
      reason: expect.stringContaining('No such mailbox'),
    },
  ])
})

test('recipients that the mail server defers get the e-mail later, the others once', async () => {
  received.length = 0
  now = Date.now()
  const raise = await workspaceWith(true)
  await raise()
  const mailer = mailerTo('later@example.com, left@example.com, ops@example.com')
  const send = () => sendDueEmails({ ...api.dependencies, mailer })
  deferring.add('later@example.com')
  await send()
  now += 11_000
  await send()
  expect(received, 'while all that are left are deferred').toEqual([['ops@example.com']])
  deferring.clear()
  now += 100_000
  await send()
  now += 86_400_000
  await send()
  expect(received).toEqual([['ops@example.com'], ['later@example.com']])
})

describe('with a user and password, an e-mail', () => {
  const mail = { id: 'mail-3', subject: 'Alert', text: 'Text', html: '<p>Text</p>' }

  /** Starts a mail server, and returns a mailer that signs in to it, and what the server got. */
  async function signingIn(options: SMTPServerOptions, host = '127.0.0.1') {
    const got: string[] = []
    const server = new SMTPServer({
      ...options,
      onAuth({ username, password }, _session, done) {
        got.push(`${username}:${password}`)
        done(null, password === 'secret' ? { user: username } : {})
      },
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          got.push('mail')
          done()
        })
      },
    })
    server.on('error', () => {})
    onTestFinished(() => new Promise((closed) => server.close(closed)))
    const port = await listen(server.server)
    const configured = {
      SMTP_URL: `smtp://ann:secret@${host}:${port}?tls.rejectUnauthorized=false`,
      MAIL_TO: 'ops@example.com',
    }
    return { got, mailer: smtpMailer(readConfiguration(configured), log) }
  }

  const withoutTls: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
  }

  test('is sent after signing in', async () => {
    const { got, mailer } = await signingIn(withoutTls)
    await mailer?.send(mail)
    expect(got).toEqual(['ann:secret', 'mail'])
  })

  test('is not sent to a mail server that has no sign-in', async () => {
    const { got, mailer } = await signingIn({
      ...withoutTls,
      disabledCommands: ['STARTTLS', 'AUTH'],
    })
    await expect(mailer?.send(mail)).rejects.toThrow('did not accept the user and password')
    expect(got).toEqual([])
  })

  test('is not sent without TLS to another machine', async () => {
    const { got, mailer } = await signingIn(withoutTls, elsewhere)
    await expect(mailer?.send(mail)).rejects.toThrow('No TLS connection to the mail server')
    expect(got).toEqual([])
  })

  test('is sent over TLS to another machine', async () => {
    const { got, mailer } = await signingIn({}, elsewhere)
    await mailer?.send(mail)
    expect(got).toEqual(['ann:secret', 'mail'])
  })
})

test('a mail server that responds without end does not hold up the others', async () => {
  let isOpen = true
  const tarpit = createServer((socket) => {
    socket.resume()
    socket.write('220 mail.example\r\n')
    const dripping = setInterval(() => socket.write('250-wait\r\n'), 20)
    socket.on('error', () => {})
    socket.on('close', () => {
      isOpen = false
      clearInterval(dripping)
    })
  })
  onTestFinished(() => void tarpit.close())
  const port = await listen(tarpit)
  const configured = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_TO: 'ops@example.com' }
  const mailer = smtpMailer(readConfiguration(configured), log, 300)
  const mail = { id: 'mail-2', subject: 'Alert', text: 'Text', html: '<p>Text</p>' }
  await expect(mailer?.send(mail)).rejects.toThrow('The mail server took too long')
  await vi.waitFor(() => expect(isOpen).toBe(false))
})

test('without a mail server there is no mailer', () => {
  for (const configured of [{}, { DEMO: 'on', MAIL_TO: 'ops@example.com' }])
    expect(smtpMailer(readConfiguration(configured), log)).toBeUndefined()
})

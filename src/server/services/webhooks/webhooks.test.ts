import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { retryDelaysSeconds } from '@/contract/deliveries'
import { operations } from '@/contract/operations'
import { defaultRetentionDays } from '@/contract/retention'
import { deleteExpired } from '@/server/jobs/delete-expired'
import { outgoingFetch } from '@/server/node/outgoing-fetch'
import { recordAttempt } from '@/server/notifications/attempt-delivery'
import { deliverDueWebhooks } from '@/server/notifications/deliver-webhooks'
import { adminToken, testApi, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { deliverySettings } from '@/server/testing/delivery-settings'
import { failingOnce } from '@/server/testing/failing-once'
import { respondWith, startReceiver, type Receiver } from '@/server/testing/receiver'

const fetchWithin = (timeoutMilliseconds: number) =>
  outgoingFetch({ networks: ['127.0.0.0/8'], http: true, timeoutMilliseconds })
/** Long, because tests run on busy machines. */
const patientFetch = fetchWithin(50_000)
/** Whether a delivery waits only for a moment, for the tests of addresses that never respond. */
let isImpatient = false
const sendingFetch: typeof fetch = (...request) =>
  (isImpatient ? fetchWithin(100) : patientFetch)(...request)
let now = Date.now()
const clock = () => new Date(now)
let receiver: Receiver
let workspace: TestWorkspace

const api = await apiPerFile({ clock, fetch: sendingFetch })
beforeEach(async () => {
  now = Date.now()
  isImpatient = false
  await api.dependencies.database.deleteFrom('delivery_attempts').execute()
  await api.dependencies.database.deleteFrom('webhook_deliveries').execute()
  receiver = await startReceiver()
  workspace = await api.newWorkspace('Sender')
  await patch({
    webhookUri: receiver.uri,
    enabledWebhookEvents: ['workspace.updated', 'connector.created', 'app.archived'],
  })
  // Saving that was an event, too.
  await deliver()
  receiver.received.length = 0
})
afterEach(() => receiver.close())

/** Sends a request as an admin, with a token that is valid at the fake time of the test. */
const request = async (method: string, path: string, body?: unknown, at = api) => {
  const seconds = Math.floor(now / 1000)
  return at.request(method, path, {
    token: await tokenOf(workspace, { isAdmin: true, iat: seconds, exp: seconds + 3600 }),
    ...(body === undefined ? {} : { body }),
  })
}
const patch = (body: unknown) => request('PATCH', `/org-workspaces/${workspace.id}`, body)
const deliver = () => deliverDueWebhooks(api.dependencies)
const secondsLater = (seconds: number) => (now += seconds * 1000)
const deliveries = async (query = '') =>
  operations.listWebhookDeliveries.response.parse(
    (await request('GET', `/webhook-deliveries${query}`)).body,
  ).items
const detail = async (id: string) =>
  operations.getWebhookDelivery.response.parse(
    (await request('GET', `/webhook-deliveries/${id}`)).body,
  )
const latest = async () => detail((await deliveries())[0]?.id ?? '')
const rotate = async () =>
  operations.rotateWebhookSecret.response.parse(
    (await request('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)).body,
  )
const state = async () =>
  operations.getWebhook.response.parse(
    (await request('GET', `/org-workspaces/${workspace.id}/webhook`)).body,
  )

function verified(secret: string, index = 0): unknown {
  const { headers, body } = receiver.received[index] ?? { headers: {}, body: '' }
  const signed = z
    .object({
      'webhook-id': z.string(),
      'webhook-timestamp': z.string(),
      'webhook-signature': z.string(),
    })
    .parse(headers)
  return new Webhook(secret).verify(body, signed)
}

describe('an event', () => {
  test('arrives once, signed, with its data', async () => {
    const { secret } = await rotate()
    await patch({ name: 'Renamed' })
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(verified(secret)).toMatchObject({
      eventType: 'workspace.updated',
      data: { workspaceId: workspace.id, name: 'Renamed', changed: ['name'] },
      timestamp: new Date(now).toISOString(),
    })
    expect(await latest()).toMatchObject({
      id: receiver.received[0]?.headers['webhook-id'],
      status: 'delivered',
      attempts: 1,
      attemptLog: [{ statusCode: 200, responseExcerpt: 'thanks' }],
    })
  })

  test('of a type that the workspace has not chosen is not sent', async () => {
    await patch({ enabledWebhookEvents: ['connector.created'] })
    await request('POST', '/connectors', { name: 'Chosen' })
    await deliver()
    expect(receiver.received.map(({ body }) => JSON.parse(body).eventType)).toEqual([
      'connector.created',
    ])
  })

  test('is not sent when the change was refused', async () => {
    const before = (await deliveries()).length
    expect((await patch({ name: '' })).status).toBe(400)
    expect(await deliveries()).toHaveLength(before)
  })
})

describe('a receiver', () => {
  test.each([
    [
      'that fails',
      () => (receiver.response = respondWith(500, 'oops')),
      { statusCode: 500, error: 'The address responded with status 500', responseExcerpt: 'oops' },
    ],
    [
      'that redirects',
      () => (receiver.response = respondWith(302, '', { Location: 'http://127.0.0.1:1/' })),
      { statusCode: 302, error: expect.stringContaining('redirect') },
    ],
    [
      'that says that nothing has changed',
      () => (receiver.response = respondWith(304)),
      { statusCode: 304, error: 'The address responded with status 304' },
    ],
    [
      'that offers several addresses',
      () => (receiver.response = respondWith(300)),
      { statusCode: 300, error: 'The address responded with status 300' },
    ],
    [
      'that is slow',
      async () => {
        isImpatient = true
        receiver.response = () => {}
      },
      { error: 'The address did not respond in time' },
    ],
    [
      'that closes early',
      () => (receiver.response = (response) => void response.destroy()),
      { error: 'The address closed the connection before it had responded' },
    ],
    [
      'with a status of its own',
      () => (receiver.response = respondWith(999)),
      { statusCode: 999, error: 'The address responded with status 999' },
    ],
    ['that is down', () => receiver.close(), { error: 'The address cannot be reached' }],
  ])('%s is retried with the same id until it accepts', async (_name, breakIt, attempt) => {
    await breakIt()
    await patch({ name: 'Tried' })
    await deliver()
    const failed = await latest()
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, attemptLog: [attempt] })
    expect((await state()).failingSince).toBeDefined()
    await deliver()
    expect((await latest()).attempts).toBe(1)

    if (_name === 'that is down') return
    isImpatient = false
    receiver.response = respondWith(204)
    secondsLater(6)
    await deliver()
    expect(await latest()).toMatchObject({ id: failed.id, status: 'delivered', attempts: 2 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([failed.id]),
    )
    expect((await state()).failingSince).toBeUndefined()
  })

  test('is retried after growing pauses, and given up after the tenth attempt', async () => {
    receiver.response = respondWith(503)
    await patch({ name: 'Given up' })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await deliver()
      const { nextAttemptAt } = await latest()
      pauses.push(Math.round((Date.parse(nextAttemptAt ?? '') - now) / 1000))
      now = Date.parse(nextAttemptAt ?? '')
    }
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual((schedule[index] ?? 0) * 0.89)
      expect(pause).toBeLessThanOrEqual((schedule[index] ?? 0) * 1.11)
    }
    await deliver()
    expect(await latest()).toMatchObject({ status: 'failed', attempts: 10 })
  })

  test('that fails for five days is disabled; its events can be recovered', async () => {
    receiver.response = respondWith(500)
    await patch({ name: 'First' })
    await deliver()
    secondsLater(5 * 86_400 + 1)
    await deliver()
    expect((await state()).disabledAt).toBeDefined()
    expect((await latest()).status).toBe('stopped')
    await patch({ name: 'Missed' })
    await deliver()
    expect(receiver.received).toHaveLength(2)

    receiver.response = respondWith(200)
    const since = new Date(now - 6 * 86_400_000).toISOString()
    const preview = { since, validateOnly: true }
    expect(
      (await request('POST', `/org-workspaces/${workspace.id}/recover-deliveries`, preview)).body,
    ).toEqual({ count: 2 })
    expect((await deliveries())[0]).toMatchObject({ status: 'stopped' })
    expect((await deliveries())[1]).toMatchObject({ status: 'stopped', lastStatusCode: 500 })
    expect(
      (await request('POST', `/org-workspaces/${workspace.id}/recover-deliveries`, { since })).body,
    ).toEqual({ count: 2 })
    await deliver()
    expect(receiver.received).toHaveLength(4)
    expect((await deliveries()).every(({ status }) => status === 'delivered')).toBe(true)
    expect((await state()).disabledAt).toBeUndefined()
  })

  test('that responds 410 gets nothing until another address is saved', async () => {
    receiver.response = respondWith(410)
    await patch({ name: 'Gone' })
    await deliver()
    expect(await state()).toMatchObject({ disabledAt: new Date(now).toISOString() })
    expect((await latest()).status).toBe('stopped')
    await patch({ webhookUri: `${receiver.uri}/new` })
    expect((await state()).disabledAt).toBeUndefined()
  })
})

describe('a failure from days ago does not count', () => {
  const failOnceLater = async (name: string) => {
    secondsLater(6 * 86_400)
    await patch({ name })
    await deliver()
    expect((await state()).disabledAt).toBeUndefined()
    expect((await state()).failingSince).toBe(new Date(now).toISOString())
  }

  test('when the workspace was archived and restored since', async () => {
    receiver.response = respondWith(500)
    await patch({ name: 'Before' })
    await deliver()
    const path = `/org-workspaces/${workspace.id}`
    await request('DELETE', path)
    expect(
      (await api.request('POST', `${path}/restore`, { token: api.operatorToken })).status,
    ).toBe(200)
    await failOnceLater('After')
  })

  test('if there is nothing left to send', async () => {
    receiver.response = respondWith(500)
    await patch({ name: 'Before' })
    await deliver()
    const [delivery] = await deliveries()
    // Its last attempt.
    await api.dependencies.database
      .updateTable('webhook_deliveries')
      .set({ attempts: retryDelaysSeconds.length, next_attempt_at: new Date(now) })
      .where('id', '=', delivery?.id ?? '')
      .execute()
    await deliver()
    expect((await latest()).status).toBe('failed')
    expect((await state()).failingSince).toBeUndefined()
    await failOnceLater('After')
  })
})

test('events during the time that a webhook is disabled are deleted when they expire', async () => {
  receiver.response = respondWith(410)
  await patch({ name: 'Gone' })
  await deliver()
  await patch({ name: 'Missed' })
  const missed = await latest()
  expect(missed).toMatchObject({ status: 'stopped', finishedAt: new Date(now).toISOString() })
  secondsLater((defaultRetentionDays + 1) * 86_400)
  await deleteExpired(api.dependencies)
  expect(await deliveries()).toEqual([])
})

test('only a ping that the saved address accepts ends the failing of a webhook', async () => {
  const failingSince = async () => (await state()).failingSince
  const ping = (body: object = {}) => request('POST', `/org-workspaces/${workspace.id}/ping`, body)
  receiver.response = respondWith(500)
  await patch({ name: 'Failing' })
  await deliver()
  const since = await failingSince()
  expect(since).toBeDefined()
  await ping()
  expect(await failingSince()).toBe(since)
  receiver.response = respondWith(200)
  await ping({ uri: `${receiver.uri}/unsaved` })
  expect(await failingSince()).toBe(since)
  await ping()
  expect(await failingSince()).toBeUndefined()
})

test('two pings of a workspace are under way at once, further ones wait for them', async () => {
  const waiting: ServerResponse[] = []
  receiver.response = (response) => void waiting.push(response)
  const ping = () => request('POST', `/org-workspaces/${workspace.id}/ping`, {})
  const pings = [ping(), ping(), ping()]
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(2)
  await new Promise((resume) => setTimeout(resume, 200))
  expect(waiting).toHaveLength(2)
  receiver.response = respondWith(200)
  for (const response of waiting) response.end()
  expect((await Promise.all(pings)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(receiver.received).toHaveLength(3)
})

test('a ping is sent once, even if recording it meets a conflict', async () => {
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const database = failingOnce(api.dependencies.database, 'InsertQueryNode', conflict)
  const other = await testApi({ clock, fetch: sendingFetch, database })
  const path = `/org-workspaces/${workspace.id}/ping`
  expect((await request('POST', path, {}, other)).status).toBe(200)
  expect(receiver.received).toHaveLength(1)
})

test('the span of listed deliveries includes its start and excludes its end', async () => {
  secondsLater(1)
  await patch({ name: 'Listed' })
  const [{ createdAt } = { createdAt: '' }] = await deliveries()
  const later = new Date(Date.parse(createdAt) + 1).toISOString()
  expect(await deliveries(`?from=${createdAt}&to=${later}`)).toHaveLength(1)
  const earlier = (await deliveries(`?to=${createdAt}`)).map((each) => each.createdAt)
  expect(earlier).not.toContain(createdAt)
  expect(await deliveries(`?from=${later}`)).toEqual([])
})

test('the first secret replaces none, and leaves those of other workspaces', async () => {
  const { secret } = await rotate()
  const unsigned = await api.newWorkspace('Unsigned')
  const ask = (method: string, suffix: string) =>
    api.request(method, `/org-workspaces/${unsigned.id}${suffix}`, { token: api.operatorToken })
  expect((await ask('POST', '/rotate-webhook-secret')).body).toEqual({
    secret: expect.any(String),
  })
  const { body } = await ask('GET', '/webhook')
  expect(body).toMatchObject({ hasSecret: true })
  expect(body).not.toHaveProperty('previousSecretsUntil')
  await patch({ name: 'Signed' })
  await deliver()
  expect(() => verified(secret)).not.toThrow()
})

test('without an address nothing is pinged, sent again or recovered', async () => {
  await patch({ name: 'Sent' })
  await deliver()
  const { id } = await latest()
  await patch({ webhookUri: '' })
  const path = `/org-workspaces/${workspace.id}`
  const responses = [
    await request('POST', `${path}/ping`, {}),
    await request('POST', `/webhook-deliveries/${id}/resend`),
    await request('POST', `${path}/recover-deliveries`, { since: new Date(0).toISOString() }),
  ]
  const refusal = {
    status: 409,
    body: { message: expect.stringContaining('This workspace has no webhook URI') },
  }
  expect(responses).toMatchObject([refusal, refusal, refusal])
})

test('pings, what is sent again and recoveries are in the history', async () => {
  await patch({ name: 'Sent' })
  await deliver()
  const { id } = await latest()
  const path = `/org-workspaces/${workspace.id}`
  const since = new Date(now).toISOString()
  await request('POST', `${path}/ping`, {})
  await request('POST', `/webhook-deliveries/${id}/resend`)
  await request('POST', `${path}/recover-deliveries`, { since })
  expect((await request('GET', '/audit-events?limit=3')).body).toMatchObject({
    items: [
      { operation: 'recoverWebhookDeliveries', changes: [{ path: 'since', after: since }] },
      { operation: 'resendWebhookDelivery', changes: [{ path: 'webhookDelivery', after: id }] },
      { operation: 'pingWebhook', changes: [{ path: 'ping', after: receiver.uri }] },
    ],
  })
})

test('attempts at a delivery are in the order of their times, by whichever server', async () => {
  receiver.response = respondWith(200)
  await patch({ name: 'Tried' })
  await deliver()
  const { id } = await latest()
  const attemptBefore = (seconds: number, statusCode: number) =>
    recordAttempt(api.dependencies.database, id, {
      uri: receiver.uri,
      startedAt: new Date(now - seconds * 1000).toISOString(),
      milliseconds: 1,
      statusCode,
    })
  await attemptBefore(10, 500)
  await attemptBefore(20, 503)
  const { attemptLog } = await detail(id)
  expect(attemptLog.map(({ statusCode }) => statusCode)).toEqual([503, 500, 200])
  expect((await deliveries())[0]?.lastStatusCode).toBe(200)
})

test('deliveries are sorted by any member, page by page, those without it last', async () => {
  receiver.response = respondWith(200)
  await patch({ name: 'Delivered' })
  await deliver()
  receiver.response = respondWith(500)
  await patch({ name: 'Retried' })
  await deliver()
  secondsLater(10)
  await deliver()
  await request('POST', '/connectors', { name: 'Pending' })
  const whole = await deliveries()
  const byAge = whole.map(({ id }) => id).toReversed()
  expect(whole.map(({ attempts }) => attempts)).toEqual([0, 2, 1, 1])
  /** Reads the ids of the list two by two. */
  async function sorted(sort: string, filter = '') {
    const ids: string[] = []
    let cursor = ''
    do {
      const path = `/webhook-deliveries?limit=2&sort=${sort}${filter}${cursor}`
      const { body } = await request('GET', path)
      const page = operations.listWebhookDeliveries.response.parse(body)
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.cursor === undefined ? '' : `&cursor=${page.cursor}`
    } while (cursor !== '')
    return ids.map((id) => byAge.indexOf(id))
  }
  for (const member of ['createdAt', 'id']) {
    expect(await sorted(member)).toEqual([0, 1, 2, 3])
    expect(await sorted(`-${member}`)).toEqual([3, 2, 1, 0])
  }
  expect(await sorted('-createdAt', '&status=delivered')).toEqual([1, 0])
  expect(await sorted('eventType')).toEqual([3, 0, 1, 2])
  expect(await sorted('status')).toEqual([0, 1, 2, 3])
  expect(await sorted('attempts')).toEqual([3, 0, 1, 2])
  expect(await sorted('-attempts')).toEqual([2, 1, 0, 3])
  expect(await sorted('lastStatusCode')).toEqual([0, 1, 2, 3])
  expect(await sorted('-lastStatusCode')).toEqual([2, 1, 0, 3])
  expect(await sorted('nextAttemptAt')).toEqual([3, 2, 0, 1])
  expect(await sorted('-nextAttemptAt')).toEqual([2, 3, 1, 0])
  expect((await sorted('-finishedAt')).slice(2)).toEqual([3, 2])
  expect(await request('GET', '/webhook-deliveries?sort=body')).toMatchObject({ status: 400 })
})

test('recovering deliveries sends those that wait for a retry at once', async () => {
  const since = new Date(now - 1000).toISOString()
  const recover = async (validateOnly: boolean) => {
    const path = `/org-workspaces/${workspace.id}/recover-deliveries`
    return (await request('POST', path, { since, validateOnly })).body
  }
  receiver.response = respondWith(500)
  await patch({ name: 'Missed' })
  await patch({ name: 'Missed too' })
  await deliver()
  secondsLater(6)
  await deliver()
  await patch({ name: 'Not sent yet' })
  expect((await deliveries('?status=pending')).map(({ attempts }) => attempts)).toEqual([0, 2, 2])
  receiver.response = respondWith(200)
  expect(await recover(true)).toEqual({ count: 2 })
  expect(await recover(false)).toEqual({ count: 2 })
  expect(await recover(true), 'they are about to be sent').toEqual({ count: 0 })
  await deliver()
  expect(await deliveries('?status=pending')).toEqual([])
})

test('recovering deliveries skips pings', async () => {
  receiver.response = respondWith(500)
  await request('POST', `/org-workspaces/${workspace.id}/ping`)
  const since = new Date(now - 1000).toISOString()
  expect(
    (await request('POST', `/org-workspaces/${workspace.id}/recover-deliveries`, { since })).body,
  ).toEqual({ count: 0 })
})

test('a delivery is resent under its id', async () => {
  await patch({ name: 'Again' })
  await deliver()
  const { id } = await latest()
  expect((await request('POST', `/webhook-deliveries/${id}/resend`)).body).toMatchObject({
    id,
    status: 'pending',
  })
  await deliver()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect((await detail(id)).attemptLog).toHaveLength(2)
})

test('a ping returns its result, for an address that is not saved too', async () => {
  const ping = async (body: object) =>
    (await request('POST', `/org-workspaces/${workspace.id}/ping`, body)).body
  expect(await ping({})).toMatchObject({ statusCode: 200, responseExcerpt: 'thanks' })
  expect(await ping({ uri: `${receiver.uri}/unsaved` })).toMatchObject({
    uri: `${receiver.uri}/unsaved`,
    statusCode: 200,
  })
  expect(await ping({ uri: 'http://169.254.169.254/latest' })).toMatchObject({
    error: expect.stringContaining('may not be called'),
  })
  expect((await deliveries('?eventType=ping')).map(({ status }) => status)).toEqual([
    'failed',
    'delivered',
    'delivered',
  ])
})

test('every secret signs until 24 hours after its own rotation', async () => {
  const first = await rotate()
  const firstEnds = now + 86_400_000
  const second = await rotate()
  secondsLater(3600)
  const third = await rotate()
  const secondEnds = now + 86_400_000
  expect(third.previousSecretUntil).toBe(new Date(secondEnds).toISOString())
  expect(await state()).toMatchObject({
    // The first is of the secret that was made for the first delivery.
    previousSecretsUntil: [firstEnds, firstEnds, secondEnds].map((end) =>
      new Date(end).toISOString(),
    ),
  })
  const signs = async () => {
    receiver.received.length = 0
    await request('POST', `/org-workspaces/${workspace.id}/ping`)
    const [{ headers, body } = { headers: undefined, body: '' }] = receiver.received
    const sentAt = new Date(Number(headers?.['webhook-timestamp']) * 1000)
    const signatures = String(headers?.['webhook-signature']).split(' ')
    // Not with the library's verify, which refuses what was not sent just now.
    return [first, second, third].map(({ secret }) =>
      signatures.includes(new Webhook(secret).sign(String(headers?.['webhook-id']), sentAt, body)),
    )
  }
  expect(await signs()).toEqual([true, true, true])
  now = firstEnds
  expect(await signs()).toEqual([false, true, true])
  now = secondEnds
  expect(await signs()).toEqual([false, false, true])
  expect(await state()).not.toHaveProperty('previousSecretsUntil')
})

test('a rotation is refused while ten earlier secrets still sign', async () => {
  for (let count = 0; count < 10; count += 1) await rotate()
  const tomorrow = new Date(now + 86_400_000)
  const path = `/org-workspaces/${workspace.id}/rotate-webhook-secret`
  expect((await request('POST', path)).body).toMatchObject({
    key: 'conflict',
    message: `10 earlier secrets are still valid: rotate again after ${tomorrow.toISOString()}`,
  })
  secondsLater(86_400)
  expect((await request('POST', path)).status).toBe(200)
})

test('several workers at once send each delivery once', async () => {
  for (let change = 0; change < 12; change += 1) await patch({ name: `Change ${change}` })
  await Promise.all(Array.from({ length: 6 }, deliver))
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('a delivery that a worker never finished is sent by another', async () => {
  await patch({ name: 'Left behind' })
  const { id } = await latest()
  await api.dependencies.database
    .updateTable('webhook_deliveries')
    .set({ is_leased: true, attempts: 1, next_attempt_at: new Date(now + 60_000) })
    .where('id', '=', id)
    .execute()
  await deliver()
  expect(receiver.received).toHaveLength(0)
  secondsLater(61)
  await deliver()
  expect(receiver.received[0]?.headers['webhook-id']).toBe(id)
})

test('deliveries are filtered by the alert they report', async () => {
  await patch({ alertDeliverySettings: deliverySettings({ webhook: { enabled: true } }) })
  for (let count = 0; count < 2; count += 1) await request('POST', '/alerts/test', {})
  const [alert] = operations.listAlerts.response.parse((await request('GET', '/alerts')).body).items
  const reporting = await deliveries(`?alertId=${alert?.id}`)
  expect(reporting.map(({ eventType }) => eventType)).toEqual(['alert.created'])
  expect((await detail(reporting[0]?.id ?? '')).body).toContain(alert?.id)
  expect((await deliveries()).length).toBeGreaterThan(reporting.length)
})

test('an operator reads every delivery; those of another workspace are not found', async () => {
  await patch({ name: 'Mine' })
  const { id } = await latest()
  const read = (token: string) => api.request('GET', `/webhook-deliveries/${id}`, { token })
  expect((await read(api.operatorToken)).body).toMatchObject({ id })
  const other = await adminToken(await api.newWorkspace('Other'))
  expect((await read(other)).status).toBe(404)
  expect(
    (await api.request('POST', `/webhook-deliveries/${id}/resend`, { token: other })).status,
  ).toBe(404)
})

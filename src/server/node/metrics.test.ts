import { expect, onTestFinished, test } from 'vitest'
import { OutgoingRequestBlocked, UnreadableBody } from '@/server/core/outgoing-error'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { queueEmail } from '@/server/notifications/queue-email'
import { testApi } from '@/server/testing/api'
import { createMetrics } from './metrics'
import { metricsResponse } from './metrics-endpoint'

test('a webhook is counted by its status, even if the response cannot be read', async () => {
  const { registry, observeFetch } = createMetrics('1')
  const failures = [
    new UnreadableBody(200, new Error('cut off')),
    new OutgoingRequestBlocked('Only https addresses may be called'),
  ]
  for (const failure of failures) {
    const fetch = observeFetch(() => Promise.reject(failure))
    await expect(fetch('https://hooks.example/', { method: 'POST' })).rejects.toBe(failure)
  }
  const counted = (await registry.metrics()).match(
    /(?<=outgoing_request_duration_seconds_count).*/g,
  )
  expect(counted).toEqual([
    '{purpose="webhook",outcome="2xx"} 1',
    '{purpose="webhook",outcome="error"} 1',
  ])
})

test('a request to the identity provider is not counted as a webhook', async () => {
  const { registry, observeFetch } = createMetrics('1')
  const fetch = observeFetch(async () => new Response(), 'identity_provider')
  await fetch('https://login.example/token', { method: 'POST' })
  expect(await registry.metrics()).toContain(
    'outgoing_request_duration_seconds_count{purpose="identity_provider",outcome="2xx"} 1',
  )
})

test('an entry of a queue ages once it is due, not while it waits for an attempt', async () => {
  const api = await testApi({ mailer: { send: async () => {} } })
  onTestFinished(() => api.close())
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Queue')
  await queueEmail(api.dependencies, database, id, { subject: '', paragraphs: [] })
  const { registry, observeQueues } = createMetrics('1')
  observeQueues(database)
  const ageWhenDueIn = async (seconds: number) => {
    const due = secondsAfter(new Date(), seconds)
    const created = secondsAfter(new Date(), -86_400)
    await database
      .updateTable('emails')
      .set({ created_at: created, next_attempt_at: due })
      .execute()
    const [age] = (await registry.metrics()).match(/(?<=oldest_seconds{queue="emails"} ).*/) ?? []
    return Number(age)
  }
  expect(await ageWhenDueIn(3600)).toBe(0)
  const age = await ageWhenDueIn(-60)
  expect(age).toBeGreaterThan(59)
  expect(age).toBeLessThan(600)
})

test.each([
  ['Bearer 0123456789abcdef', 200],
  ['bearer 0123456789abcdef', 200],
  ['Bearer 0123456789ABCDEF', 401],
  ['Basic 0123456789abcdef', 401],
  ['0123456789abcdef', 401],
])('the metrics are sent to requests with the token: %s', async (authorization, status) => {
  const respond = metricsResponse(createMetrics('1'), '0123456789abcdef')
  const headers = { Authorization: authorization }
  expect((await respond(new Request('http://127.0.0.1/metrics', { headers }))).status).toBe(status)
})

test('the queues are read once, whenever the metrics are read', async () => {
  const { dependencies, close } = await testApi()
  onTestFinished(close)
  let statements = 0
  const { registry, observeQueues } = createMetrics('1')
  observeQueues(
    dependencies.database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1
        return result
      },
    }),
  )
  for (const read of [1, 2]) {
    expect(await registry.metrics()).toContain('signalbox_queue_oldest_seconds{queue="webhooks"} 0')
    expect(statements).toBe(read)
  }
})

test('a database that does not respond does not hold up the other metrics', async () => {
  const { dependencies, close } = await testApi()
  onTestFinished(close)
  const { registry, observeQueues } = createMetrics('1')
  let release = () => {}
  const held = new Promise<void>((settle) => (release = settle))
  observeQueues(
    dependencies.database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await held
        return result
      },
    }),
  )
  const metrics = await registry.metrics()
  release()
  expect(metrics).toContain('signalbox_build_info')
  expect(metrics).not.toContain('signalbox_queue_depth{')
})

import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { notAuthenticated } from '@/server/core/service-error'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import type { HonoEnv } from './hono-env'
import { sendEvents } from './send-events'

test('a comment opens the stream, and another follows after 15 seconds of silence', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  async function* batches() {
    yield []
    yield []
    now = 15_000
    yield [{ kind: 'usage' }]
    now = 29_999
    yield []
    now = 30_000
    yield []
  }
  const app = new Hono<HonoEnv>().get('/', (c) => sendEvents(c, batches(), async () => undefined))
  const response = await app.request('/')
  expect(await response.text()).toBe(': \n\ndata: {"kind":"usage"}\n\n: \n\n')
  vi.restoreAllMocks()
})

test('HEAD ends at once and reads no batch', async () => {
  let isRead = false
  async function* batches() {
    isRead = true
    yield []
  }
  const app = new Hono<HonoEnv>().get('/', (c) => sendEvents(c, batches(), async () => undefined))
  const response = await app.request('/', { method: 'HEAD' })
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  await response.text()
  expect(isRead).toBe(false)
})

test('a refused token ends the stream, and an outage of the database does not', async () => {
  const outcomes = [
    undefined,
    new DatabaseUnavailable('no connection', false, undefined),
    undefined,
    notAuthenticated('revoked'),
  ]
  async function* batches() {
    for (let batch = 1; batch <= 5; batch += 1) yield [batch]
  }
  const app = new Hono<HonoEnv>().get('/', (c) =>
    sendEvents(c, batches(), async () => {
      const error = outcomes.shift()
      if (error !== undefined) throw error
    }),
  )
  const response = await app.request('/')
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
})

import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '@/server/node/open-database'
import { connectProxyOfTest } from '@/server/testing/connect-proxy'
import {
  addressOf,
  demoAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { respondWith, startReceiver, type Receiver } from '@/server/testing/receiver'

let processes: ServerProcesses
let receiver: Receiver
beforeEach(async () => {
  processes = await serverProcesses()
  receiver = await startReceiver()
})
afterEach(async () => {
  await processes.close()
  await receiver.close()
})

const environment = { OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' }

/** Has the demo’s workspace send its events, by default to the receiver, and one itself. */
async function sendEvents(address: string, webhookUri = receiver.uri): Promise<void> {
  const { token, workspaceId } = await demoAdmin(address)
  const response = await fetch(`${address}/org-workspaces/${workspaceId}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ webhookUri, enabledWebhookEvents: ['workspace.updated'] }),
  })
  expect(response.status).toBe(200)
}

/** Ends the lease of the killed server, and the pause before the next attempt. */
async function endWaiting(): Promise<void> {
  const { requests: database, close } = await openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: processes.folder, EMBEDDED_FSYNC: false },
    { log: { info: () => {}, error: () => {} } },
  )
  await database
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date() })
    .where('next_attempt_at', 'is not', null)
    .execute()
  await close()
}

const sentIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])

test(
  'a pending webhook of a killed server is sent by the next one with the same id',
  { timeout: 90_000 },
  async () => {
    receiver.response = respondWith(500)
    const first = processes.start(environment)
    await sendEvents(await addressOf(first))
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 })
    first.kill('SIGKILL')
    await once(first, 'exit')
    await endWaiting()

    receiver.response = respondWith(200)
    await addressOf(processes.start(environment))
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), {
      timeout: 20_000,
    })
    expect(new Set(sentIds()).size).toBe(1)
  },
)

test(
  'a hanging receiver does not delay the stop, and the next server retries at once',
  { timeout: 90_000 },
  async () => {
    receiver.response = () => {}
    const first = processes.start(environment)
    await sendEvents(await addressOf(first))
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 })
    first.kill('SIGTERM')
    await vi.waitFor(() => expect(first.exitCode).toBe(0), { timeout: 10_000 })

    receiver.response = respondWith(200)
    await addressOf(processes.start(environment))
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 10_000 })
    expect(new Set(sentIds()).size).toBe(1)
  },
)

test('webhooks are sent through a proxy, which resolves their names', async () => {
  const proxy = await connectProxyOfTest(Number(new URL(receiver.uri).port))
  const viaProxy = { OUTGOING_HTTP: 'on', OUTGOING_PROXY: proxy.address }
  await sendEvents(await addressOf(processes.start(viaProxy)), 'http://hooks.example/hook')
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 })
  expect(proxy.asked.map(({ host }) => host)).toEqual(['hooks.example:80'])
})

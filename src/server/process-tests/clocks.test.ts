import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '@/server/testing/database'
import { databaseServer } from '@/server/testing/database-server'
import {
  addressOf,
  newAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { respondWith, startReceiver, type Receiver } from '@/server/testing/receiver'

/** A module that sets the clock of a process. */
const clockAhead = (hours: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...parts) {
        super(...(parts.length === 0 ? [Date.now()] : parts))
      }
      static now() {
        return now() + ${hours * 3_600_000}
      }
    }`)}`

describe.skipIf(databaseServer === undefined)('two servers with clocks an hour apart', () => {
  let processes: ServerProcesses
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let receiver: Receiver

  beforeAll(async () => {
    fresh = await freshDatabase()
    processes = await serverProcesses()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await processes.close()
    await receiver.close()
    await fresh.close()
  })

  const start = (hours: number) =>
    processes.start({
      DATABASE_URL: fresh.address ?? '',
      OUTGOING_HTTP: 'on',
      OUTGOING_NETWORKS: '127.0.0.0/8',
      MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
      NODE_OPTIONS: `--import=${clockAhead(hours)}`,
    })

  test('agree on tokens, leases, due times and the history', async () => {
    const later = start(1)
    const addresses = await Promise.all([addressOf(start(0)), addressOf(later)])
    const [address] = addresses
    const { token, workspaceId } = await newAdmin(address)
    const send = async (of: string, method: string, path: string, body?: unknown) => {
      const response = await fetch(`${of}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(response.status).toBe(200)
      return response.json()
    }
    await send(address, 'PATCH', `/org-workspaces/${workspaceId}`, {
      webhookUri: receiver.uri,
      enabledWebhookEvents: ['connector.created'],
    })
    for (const of of addresses) await send(of, 'POST', '/external-apps', { name: 'App' })
    const { items } = await send(address, 'GET', '/audit-events?operation=createApp')
    expect(items).toHaveLength(2)
    for (const { createdAt } of items)
      expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(600_000)

    // While the receiver is busy, the other server looks for due deliveries.
    let respond = () => {}
    receiver.response = (response) => void (respond = () => respondWith(500)(response))
    later.kill('SIGSTOP')
    await send(address, 'POST', '/connectors', { name: 'Connector' })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
    later.kill('SIGCONT')
    await pause(2500)
    expect(receiver.received).toHaveLength(1)
    // A failed delivery is repeated after five seconds, by either server.
    receiver.response = respondWith(200)
    respond()
    await pause(2500)
    expect(receiver.received).toHaveLength(1)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 10_000)
  })
})

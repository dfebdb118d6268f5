import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alertTypeNames } from '@/contract/alerts'
import { workspaceSchema } from '@/contract/workspaces'
import { freshDatabase } from '@/server/testing/database'
import { databaseServer } from '@/server/testing/database-server'
import {
  addressOf,
  demoAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { startReceiver, type Receiver } from '@/server/testing/receiver'

const limit = 40

describe.skipIf(databaseServer === undefined)('three servers on one database', () => {
  let processes: ServerProcesses
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let receiver: Receiver
  let addresses: string[]
  let admin: Awaited<ReturnType<typeof demoAdmin>>

  beforeAll(async () => {
    fresh = await freshDatabase()
    processes = await serverProcesses()
    receiver = await startReceiver()
    const environment = {
      DATABASE_URL: fresh.address ?? '',
      OUTGOING_HTTP: 'on',
      OUTGOING_NETWORKS: '127.0.0.0/8',
      MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    }
    addresses = await Promise.all([1, 2, 3].map(() => addressOf(processes.start(environment))))
    admin = await demoAdmin(addresses[0] ?? '')
  })
  afterAll(async () => {
    await processes.close()
    await receiver.close()
    await fresh.close()
  })

  const headers = () => ({
    Authorization: `Bearer ${admin.token}`,
    'Content-Type': 'application/json',
  })
  /** Five times as many requests as the limit allows, on all servers at once. */
  const burst = async () => {
    const crowd = addresses.flatMap((address) =>
      Array.from({ length: Math.ceil((5 * limit) / addresses.length) }, () => address),
    )
    const responses = await Promise.all(
      crowd.map((address) => fetch(`${address}/connectors?limit=1`, { headers: headers() })),
    )
    return responses.filter(({ status }) => status === 200).length
  }
  const patch = async (address: string | undefined, body: unknown) => {
    expect(
      (
        await fetch(`${address}/org-workspaces/${admin.workspaceId}`, {
          method: 'PATCH',
          headers: headers(),
          body: JSON.stringify(body),
        })
      ).status,
    ).toBe(200)
  }
  /**
   * What came of one kind: what was caused by an earlier test, and waited to be sent, may come as
   * well.
   */
  const receivedOf = (
    isMeant: (event: { eventType: string; data: { changed?: string[]; type?: string } }) => boolean,
  ) => receiver.received.filter(({ body }) => isMeant(JSON.parse(body)))
  const setLimit = async (address: string, value: number) => {
    const limits = {
      apiRequestsPerHour: { unit: 'number', value },
      apiRequestsPerSecond: { unit: 'number', value: 10_000 },
    }
    await patch(address, { limits })
  }

  const operatorToken = async () => {
    const response = await fetch(`${addresses[0]}/demo/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"role":"operator"}',
    })
    const { token } = await response.json()
    return String(token)
  }

  test('refuse a revoked secret or key within a second, on every server', async () => {
    const send = async (method: string, path: string, token: string, body?: unknown) =>
      fetch(`${addresses[0]}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const operator = await operatorToken()
    const created = await send('POST', '/org-workspaces', operator, { name: 'Revoked' })
    const { id, key, secret } = workspaceSchema
      .required({ secret: true })
      .parse(await created.json())
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const path = `/org-workspaces/${id}`
    const publicKeys = [{ name: 'key', publicKey: await exportSPKI(publicKey) }]
    expect((await send('PATCH', path, operator, { publicKeys })).status).toBe(200)
    const claims = () => new SignJWT({ workspaceKey: key, isAdmin: true }).setExpirationTime('1h')
    const tokens = [
      await claims().setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret)),
      await claims().setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
    ] as const
    const statusesOf = (token: string) =>
      Promise.all(
        addresses.map(
          async (address) =>
            (
              await fetch(`${address}/connectors?limit=1`, {
                headers: { Authorization: `Bearer ${token}` },
              })
            ).status,
        ),
      )
    const revocations = [
      () => send('POST', `${path}/rotate-secret`, operator),
      () => send('PATCH', path, operator, { publicKeys: [] }),
    ] as const
    for (const index of [0, 1] as const) {
      expect(await statusesOf(tokens[index])).toEqual([200, 200, 200])
      expect((await revocations[index]()).status).toBe(200)
      const revokedAt = performance.now()
      expect((await statusesOf(tokens[index]))[0], 'the server that wrote').toBe(401)
      // Meanwhile the token stays in use, so that the other servers have it cached.
      while (performance.now() < revokedAt + 1000) await statusesOf(tokens[index])
      expect(await statusesOf(tokens[index])).toEqual([401, 401, 401])
    }
  })

  test('count requests together, and heed a changed limit at once', async () => {
    // The demo has an operator limit, which would override the workspace's.
    const token = await operatorToken()
    await fetch(`${addresses[0]}/org-workspaces/${admin.workspaceId}/operator-limits`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"operatorLimits":{}}',
    })
    await setLimit(addresses[0] ?? '', limit)
    expect(await burst()).toBe(limit)
    await setLimit(addresses[1] ?? '', 2 * limit)
    expect(await burst()).toBe(limit)
  })

  test('send each webhook once, whichever server it was caused on', async () => {
    const changes = 30
    await patch(addresses[0], {
      webhookUri: receiver.uri,
      enabledWebhookEvents: ['workspace.updated'],
    })
    for (let change = 0; change < changes; change += 1)
      await patch(addresses[change % addresses.length], { name: `Change ${change}` })
    const renamed = () =>
      receivedOf(
        ({ eventType, data }) =>
          eventType === 'workspace.updated' && data.changed?.includes('name') === true,
      )
    await vi.waitFor(() => expect(renamed()).toHaveLength(changes), { timeout: 20_000 })
    // A second one would come with the next round of another server.
    await new Promise((resume) => setTimeout(resume, 2500))
    const ids = renamed().map(({ headers: { 'webhook-id': id } }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([changes, changes])
  })

  test('notify once of an alert that all of them raise at once', async () => {
    const alertTypes = Object.fromEntries(
      alertTypeNames.map((name) => [
        name,
        { internal: true, webhook: { enabled: name === 'parallelApiRequests' } },
      ]),
    )
    await patch(addresses[0], {
      webhookUri: receiver.uri,
      alertDeliverySettings: { alertTypes },
      limits: {
        parallelApiRequests: { unit: 'number', value: 0 },
        apiRequestsPerHour: { unit: 'number', value: 1_000_000 },
      },
    })
    expect(await burst()).toBe(0)
    const told = () =>
      receivedOf(
        ({ eventType, data }) =>
          eventType === 'alert.created' && data.type === 'parallelApiRequests',
      )
    await vi.waitFor(() => expect(told()).not.toHaveLength(0), { timeout: 20_000 })
    expect(await burst()).toBe(0)
    await new Promise((resume) => setTimeout(resume, 2500))
    expect(told()).toHaveLength(1)
    const response = await fetch(`${addresses[2]}/alerts?type=parallelApiRequests&status=ongoing`, {
      headers: headers(),
    })
    expect(await response.json()).toMatchObject({ items: [{ severity: 'critical' }] })
  })
})

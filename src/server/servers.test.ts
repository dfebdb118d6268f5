import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from './testing/database'
import { addressOf, demoAdmin, serverProcesses, type ServerProcesses } from './testing/processes'

const limit = 40

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('three servers on one database', () => {
  let processes: ServerProcesses
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let addresses: string[]
  let admin: Awaited<ReturnType<typeof demoAdmin>>

  beforeAll(async () => {
    fresh = await freshDatabase()
    processes = await serverProcesses()
    const environment = { DATABASE_URL: fresh.address ?? '', MASTER_KEY: Buffer.alloc(32, 3).toString('base64') }
    addresses = await Promise.all([1, 2, 3].map(() => addressOf(processes.start(environment))))
    admin = await demoAdmin(addresses[0] ?? '')
  })
  afterAll(async () => {
    await processes.close()
    await fresh.close()
  })

  const headers = () => ({ Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' })
  /** Five times as many requests as the limit allows, on all servers at once. */
  const burst = async () => {
    const crowd = addresses.flatMap((address) => Array.from({ length: Math.ceil((5 * limit) / addresses.length) }, () => address))
    const answers = await Promise.all(crowd.map((address) => fetch(`${address}/connectors?limit=1`, { headers: headers() })))
    return answers.filter(({ status }) => status === 200).length
  }
  const setLimit = async (address: string, value: number) => {
    const limits = { apiRequestsPerHour: { unit: 'number', value }, apiRequestsPerSecond: { unit: 'number', value: 10_000 } }
    expect((await fetch(`${address}/org-workspaces/${admin.workspaceId}`, { method: 'PATCH', headers: headers(), body: JSON.stringify({ limits }) })).status).toBe(200)
  }

  test('count requests together, and heed a changed limit at once', async () => {
    // The demo’s operator has set a limit of its own, which would come first.
    const operator = await fetch(`${addresses[0]}/demo/sign-in`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"role":"operator"}' })
    const { token } = await operator.json()
    await fetch(`${addresses[0]}/org-workspaces/${admin.workspaceId}/operator-limits`, { method: 'PUT', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: '{"operatorLimits":{}}' })
    await setLimit(addresses[0] ?? '', limit)
    expect(await burst()).toBe(limit)
    await setLimit(addresses[1] ?? '', 2 * limit)
    expect(await burst()).toBe(limit)
  })
})

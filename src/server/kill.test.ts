import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { catalogApps } from './demo/catalog'
import { freshDatabase } from './testing/database'
import {
  addressOf,
  demoAdmin,
  outputMatching,
  serverProcesses,
  type ServerProcesses,
} from './testing/processes'

/** `KILL_ROUNDS=50` looks longer. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)
const writers = 4
const longestRoundMilliseconds = 1500

let processes: ServerProcesses
let environment: Record<string, string> = {}
let closeDatabase = async () => {}
beforeEach(async () => {
  processes = await serverProcesses()
  if (process.env['TEST_DATABASE_URL'] === undefined) return
  const fresh = await freshDatabase()
  environment = { DATABASE_URL: fresh.address ?? '' }
  closeDatabase = fresh.close
})
afterEach(async () => {
  await processes.close()
  await closeDatabase()
})

const page = z.object({
  items: z.array(z.object({ name: z.string() })),
  cursor: z.string().optional(),
})

async function serve() {
  const server = processes.start(environment)
  const address = await addressOf(server)
  const { token, workspaceId } = await demoAdmin(address)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { server, send, workspaceId }
}

test(
  `acknowledged writes survive killing the server while it writes, ${rounds} times`,
  { timeout: rounds * 60_000 },
  async () => {
    const acknowledged = new Set<string>()
    let limit = 0
    for (let round = 0; round < rounds; round += 1) {
      const { server, send, workspaceId } = await serve()
      const ofMany = { unit: 'number', value: 1_000_000 }
      const roomy = {
        workspaceElementCreationsPerSecond: ofMany,
        workspaceElementCreationsPerHour: ofMany,
        totalNumberOfWorkspaceElements: ofMany,
        apiRequestsPerSecond: ofMany,
        apiRequestsPerHour: ofMany,
      }
      expect(
        (await send('PATCH', `/org-workspaces/${workspaceId}`, { limits: roomy })).status,
      ).toBe(200)
      const write = async (writer: number) => {
        for (let count = 0; ; count += 1) {
          const name = `Kept ${round}-${writer}-${count}`
          const response = await send('POST', '/connectors', { name }).catch(() => undefined)
          if (response?.status !== 200) return
          acknowledged.add(name)
        }
      }
      const raise = async () => {
        for (;;) {
          const response = await send('PATCH', `/org-workspaces/${workspaceId}`, {
            limits: { parallelFlowRuns: { unit: 'number', value: limit + 1 } },
          }).catch(() => undefined)
          if (response?.status !== 200) return
          limit += 1
        }
      }
      const writing = [raise(), ...Array.from({ length: writers }, (_, writer) => write(writer))]
      await new Promise((resume) =>
        setTimeout(resume, 200 + Math.random() * longestRoundMilliseconds),
      )
      server.kill('SIGKILL')
      await Promise.all([once(server, 'exit'), ...writing])
    }
    expect(acknowledged.size).toBeGreaterThan(rounds)

    const { send, workspaceId } = await serve()
    const kept = new Set<string>()
    let cursor: string | undefined
    do {
      const { items, cursor: next } = page.parse(
        await (
          await send(
            'GET',
            `/connectors?search=Kept&limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`,
          )
        ).json(),
      )
      for (const { name } of items) kept.add(name)
      cursor = next
    } while (cursor !== undefined)
    expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([])

    const record = z
      .object({ limits: z.record(z.string(), z.object({ value: z.number().optional() })) })
      .parse(await (await send('PATCH', `/org-workspaces/${workspaceId}`)).json())
    expect(record.limits['parallelFlowRuns']?.value).toBeGreaterThanOrEqual(limit)
    const history = z.object({
      items: z.array(
        z.object({ changes: z.array(z.object({ path: z.string(), after: z.unknown() })) }),
      ),
    })
    const { items } = history.parse(
      await (
        await send(
          'GET',
          '/audit-events?operation=updateOrgWorkspace&path=limits.parallelFlowRuns&limit=1',
        )
      ).json(),
    )
    expect(items[0]?.changes[0]?.after).toEqual(
      expect.objectContaining({ value: record.limits['parallelFlowRuns']?.value }),
    )
  },
)

/** What the holder of a data folder says of itself. */
async function holderOf(folder: string): Promise<string> {
  const lock = connect(join(folder, 'lock'))
  lock.setEncoding('utf8')
  const [name] = await once(lock, 'data')
  lock.destroy()
  return String(name)
}

test.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  `a first start killed half-way, ${rounds} times: the next fills the empty data folder`,
  { timeout: rounds * 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-first-'))
    environment = { DATA_DIR: folder }
    for (let round = 0; round < rounds; round += 1) {
      const server = processes.start(environment)
      // From when it has the folder, and so the database: what comes before is the same in every
      // start.
      await vi.waitFor(async () => expect(await holderOf(folder)).toContain(`${server.pid} `), {
        timeout: 30_000,
        interval: 20,
      })
      await Promise.race([
        outputMatching(server, /http:/),
        new Promise((resume) => setTimeout(resume, Math.random() * 2 * longestRoundMilliseconds)),
      ])
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    const { send } = await serve()
    const { total } = z
      .object({ total: z.number() })
      .parse(await (await send('GET', '/universe/apps?limit=1')).json())
    expect(total, 'the whole catalog of the demo, once').toBe((await catalogApps()).length)
    expect((await send('POST', '/connectors', { name: 'After all' })).status).toBe(200)
    await processes.close()
    await rm(folder, { recursive: true })
  },
)

import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from './testing/database'
import { addressOf, demoAdmin, serverProcesses, type ServerProcesses } from './testing/processes'

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

import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { adminApi } from '@/server/testing/admin-api'
import { freshDatabase } from '@/server/testing/database'
import { databaseServer } from '@/server/testing/database-server'
import {
  addressOf,
  newAdmin,
  serverProcesses,
  type Admin,
  type ServerProcesses,
} from '@/server/testing/processes'

/** `KILL_ROUNDS=50` looks longer. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)
const writers = 4
const longestRoundMilliseconds = 1500

let processes: ServerProcesses
let environment: Record<string, string> = {}
let closeDatabase = async () => {}
beforeEach(async () => {
  processes = await serverProcesses()
  if (databaseServer === undefined) return
  const fresh = await freshDatabase()
  environment = { DATABASE_URL: fresh.address ?? '' }
  closeDatabase = fresh.close
})
afterEach(async () => {
  await processes.close()
  await closeDatabase()
})

/** Starts a server, and signs in: at first to a new workspace, without the limits of the demo. */
async function serve(known?: Admin) {
  const server = processes.start(environment)
  const address = await addressOf(server)
  const admin = known ?? (await newAdmin(address))
  return {
    server,
    admin,
    path: `/org-workspaces/${admin.workspaceId}`,
    ...adminApi(address, admin),
  }
}

test(
  `acknowledged writes survive killing the server while it writes, ${rounds} times`,
  { timeout: rounds * 60_000 },
  async () => {
    const acknowledged = new Set<string>()
    let limit = 0
    let known: Admin | undefined
    for (let round = 0; round < rounds; round += 1) {
      const { server, admin, path, send, raiseLimits } = await serve(known)
      known = admin
      await raiseLimits()
      const write = async (writer: number) => {
        for (let count = 0; ; count += 1) {
          const name = `Kept ${round}-${writer}-${count}`
          if ((await send('POST', '/connectors', { name })).status !== 200) return
          acknowledged.add(name)
        }
      }
      const raise = async () => {
        for (;;) {
          const limits = { parallelFlowRuns: { unit: 'number', value: limit + 1 } }
          if ((await send('PATCH', path, { limits })).status !== 200) return
          limit += 1
        }
      }
      const before = acknowledged.size
      const writing = [raise(), ...Array.from({ length: writers }, (_, writer) => write(writer))]
      // On a busy machine, that alone can take longer than the rest of the round.
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 1), 30_000)
      await new Promise((resume) =>
        setTimeout(resume, 200 + Math.random() * longestRoundMilliseconds),
      )
      server.kill('SIGKILL')
      await Promise.all([once(server, 'exit'), ...writing])
    }
    expect(acknowledged.size).toBeGreaterThan(rounds)

    const { path, send, names } = await serve(known)
    const kept = new Set(await names('Kept'))
    expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([])

    const record = z
      .object({ limits: z.record(z.string(), z.object({ value: z.number().optional() })) })
      .parse(JSON.parse((await send('PATCH', path)).body))
    expect(record.limits['parallelFlowRuns']?.value).toBeGreaterThanOrEqual(limit)
    const history = z.object({
      items: z.array(
        z.object({ changes: z.array(z.object({ path: z.string(), after: z.unknown() })) }),
      ),
    })
    const query = 'operation=updateOrgWorkspace&path=limits.parallelFlowRuns&limit=1'
    const { body } = await send('GET', `/audit-events?${query}`)
    const { items } = history.parse(JSON.parse(body))
    expect(items[0]?.changes[0]?.after).toEqual(
      expect.objectContaining({ value: record.limits['parallelFlowRuns']?.value }),
    )
  },
)

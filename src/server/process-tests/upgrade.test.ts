import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { adminApi } from '@/server/testing/admin-api'
import { freshDatabase } from '@/server/testing/database'
import { databaseServer } from '@/server/testing/database-server'
import { freePort } from '@/server/testing/free-port'
import { haproxyProgram, shippedConfiguration, startHaproxy } from '@/server/testing/haproxy'
import {
  addressOf,
  newAdmin,
  outputMatching,
  serverProcesses,
  type Admin,
  type ServerProcesses,
} from '@/server/testing/processes'
import { startLoad } from '@/server/testing/write-load'

/** `UPGRADE_ROUNDS=20` looks longer: each round after the first restarts both servers. */
const rounds = Number(process.env['UPGRADE_ROUNDS'] ?? 1)

/** Checks five times as often as the shipped configuration, so that the test is short. */
const checkMilliseconds = 200
const drainSeconds = 1

/** Adds a migration to a bundled server, as the next version may have one. */
function withMigration(program: string): string {
  const migration = `{
    async up(db) {
      await db.schema.alterTable('connectors')
        .addColumn('next_version', 'text', (column) => column.notNull().defaultTo('')).execute()
      await db.schema.alterTable('workspaces').addColumn('next_version', 'text').execute()
      await db.schema.createIndex('connectors_next_version').on('connectors')
        .columns(['workspace_id', 'next_version']).execute()
    },
  }`
  const changed = program.replace(
    /\bmigrations = \{[^}]*(?=\})/,
    `$&, '999-next-version': ${migration}`,
  )
  if (changed === program) throw new Error('The list of migrations was not found')
  return changed
}

/** The shipped configuration, which sends no request twice, in front of two servers. */
async function balancerOf(port: number, servers: readonly number[]): Promise<string> {
  const shipped = await shippedConfiguration(port, servers)
  return shipped
    .replace(/^ *bind .*$/m, '$&\n  stats uri /balancer')
    .replace(/^ *option redispatch\n/m, '')
    .replace('retries 2', 'retries 0')
    .replace('inter 1s', `inter ${checkMilliseconds}`)
}

describe.skipIf(databaseServer === undefined || haproxyProgram() === undefined)(
  'two servers behind HAProxy (needs PostgreSQL and HAProxy)',
  () => {
    let fresh: Awaited<ReturnType<typeof freshDatabase>>
    let processes: ServerProcesses
    let next: string
    beforeAll(async () => {
      next = await mkdtemp(join('test-results', 'next-'))
      fresh = await freshDatabase()
      processes = await serverProcesses()
      const program = await readFile(inject('preparedServer').program, 'utf8')
      await writeFile(join(next, 'main.js'), withMigration(program))
    })
    afterAll(async () => {
      await processes.close()
      await fresh.close()
      await rm(next, { recursive: true })
    })

    test(
      'are upgraded one at a time, with a migration and a new master key, and no request fails',
      { timeout: 30_000 + rounds * 30_000 },
      async () => {
        const ports = [await freePort(), await freePort()]
        const [oldKey = '', newKey = ''] = [3, 4].map((fill) =>
          Buffer.alloc(32, fill).toString('base64'),
        )
        const environment = {
          DATABASE_URL: fresh.address ?? '',
          MASTER_KEY: oldKey,
          MASTER_KEY_PREVIOUS: newKey,
          DEMO: 'off',
          TRUST_PROXY: 'on',
          DRAIN_SECONDS: String(drainSeconds),
        }
        const withNewKey = { ...environment, MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: oldKey }
        const withoutOldKey = { ...environment, MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: '' }
        const start = async (port = 0, variables = environment, program?: string) => {
          const server = processes.start({ ...variables, PORT: String(port) }, program)
          const address = await addressOf(server)
          expect(address).toMatch(/^http:/)
          return { server, address }
        }
        const running = await Promise.all(ports.map((port) => start(port)))
        const run = async (...command: Parameters<ServerProcesses['run']>) =>
          (await outputMatching(processes.run(...command), /$never/)).trim()
        const operator = await run(['operator-token'], environment)
        const admin = await newAdmin(running[0]?.address ?? '', operator)
        const program = join(next, 'main.js')
        const port = await freePort()
        const balancer = await startHaproxy(await balancerOf(port, ports), port)
        try {
          const api = adminApi(`http://127.0.0.1:${port}/api`, admin)
          expect(await recordedAddress(port, admin, '203.0.113.7')).toBe('203.0.113.7')
          const traffic = await startLoad(api, 'Upgraded', { writers: 1 })
          const secret = await secretOf(`${running[0]?.address}`, operator, admin.workspaceId)
          const replace = async (index: number) => {
            const old = running[index]?.server
            await stopped(old)
            running[index] = await start(ports[index], withNewKey, program)
            const isUsed = new RegExp(`^signalbox,server${index},.*,UP,`, 'm')
            await vi.waitFor(
              async () => {
                const servers = await fetch(`http://127.0.0.1:${port}/balancer;csv`)
                expect(isUsed.test(await servers.text())).toBe(true)
              },
              { timeout: 10_000 },
            )
            await traffic.progress(5, 1)
          }
          await traffic.progress(5, 1)
          const firstPage = await api.send('GET', '/connectors?limit=1')
          const { cursor } = z.object({ cursor: z.string() }).parse(JSON.parse(firstPage.body))
          for (let round = 0; round < rounds; round += 1) {
            await replace(0)
            if (round === 0) expect(await columns()).toBe(2)
            // One of the servers signs and seals with the old key, the other with the new one.
            for (const { address } of running) {
              const headers = { Authorization: `Bearer ${admin.token}` }
              const list = `${address}/connectors?limit=1&cursor=${cursor}`
              expect((await fetch(list, { headers })).status).toBe(200)
            }
            await replace(1)
          }
          expect(await run(['rotate-master-key'], withNewKey, program)).toMatch(/^[1-9]\d* records/)
          expect(traffic.failed().slice(0, 3)).toEqual([])
          await traffic.expectNothingLost()

          const { address } = await start(0, withoutOldKey, program)
          const renewed = await run(['operator-token'], withoutOldKey, program)
          expect(await secretOf(address, renewed, admin.workspaceId)).toBe(secret)
          await expect(secretOf(address, operator, admin.workspaceId)).rejects.toThrow('401')
        } finally {
          await balancer.close()
        }
        const older = processes.start(environment)
        expect(await outputMatching(older, /$never/)).toContain(
          'A newer version has migrated this database (999-next-version)',
        )
        expect(older.exitCode).toBe(1)
      },
    )

    test('respond themselves while none of them is ready', async () => {
      const [port, backend] = [await freePort(), await freePort()]
      const unready = createServer((_, response) => {
        response.writeHead(503, { 'Retry-After': '3' }).end('The database is unavailable')
      }).listen(backend, '127.0.0.1')
      const balancer = await startHaproxy(await balancerOf(port, [backend]), port)
      try {
        // HAProxy regards servers as ready until their second check.
        await vi.waitFor(async () => {
          const servers = await fetch(`http://127.0.0.1:${port}/balancer;csv`)
          expect(await servers.text()).toMatch(/^signalbox,BACKEND,.*,DOWN,/m)
        }, 10_000)
        const response = await fetch(`http://127.0.0.1:${port}/api/connectors`)
        expect([response.headers.get('Retry-After'), await response.text()]).toEqual([
          '3',
          'The database is unavailable',
        ])
      } finally {
        await balancer.close()
        unready.close()
      }
    })

    /** The address that the history names for a client of another proxy in front of HAProxy. */
    async function recordedAddress(port: number, admin: Admin, client: string): Promise<string> {
      const api = `http://127.0.0.1:${port}/api`
      const headers = {
        Authorization: `Bearer ${admin.token}`,
        'Content-Type': 'application/json',
        'X-Forwarded-For': client,
      }
      const body = JSON.stringify({ name: 'Proxied' })
      const renamed = { method: 'PATCH', headers, body }
      const written = await fetch(`${api}/org-workspaces/${admin.workspaceId}`, renamed)
      expect(written.status).toBe(200)
      const list = await fetch(`${api}/audit-events?limit=1`, { headers })
      const page = z.object({ items: z.tuple([z.object({ address: z.string() })]) })
      return page.parse(await list.json()).items[0].address
    }

    async function secretOf(address: string, token: string, workspaceId: string): Promise<string> {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await fetch(`${address}/org-workspaces/${workspaceId}`, { headers })
      if (!response.ok) throw new Error(`The workspace could not be read: ${response.status}`)
      return z.object({ secret: z.string() }).parse(await response.json()).secret
    }

    async function stopped(server: ChildProcess | undefined): Promise<void> {
      if (server === undefined) throw new Error('There is no such server')
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
    }

    /** How many columns the migration has added. */
    async function columns(): Promise<number> {
      const client = new pg.Client({ connectionString: fresh.address })
      await client.connect()
      const { rowCount } = await client.query(
        "select from information_schema.columns where column_name = 'next_version'",
      )
      await client.end()
      return rowCount ?? 0
    }
  },
)

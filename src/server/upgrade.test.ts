import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer } from '../../scripts/build-server.mjs'
import { freshDatabase } from './testing/database'
import { haproxyProgram, startHaproxy } from './testing/haproxy'
import { freePort } from './testing/postgres-server'
import {
  addressOf,
  newAdmin,
  outputMatching,
  serverProcesses,
  type ServerProcesses,
} from './testing/processes'
import { loadOn } from './testing/write-load'

/** `UPGRADE_ROUNDS=20` looks longer: each round after the first restarts both servers. */
const rounds = Number(process.env['UPGRADE_ROUNDS'] ?? 1)

/** Checks five times as often as the shipped configuration, so that the test is short. */
const checkMilliseconds = 200
const drainSeconds = 1

/** Adds a migration to the program, as the next version may have one. */
const nextVersion = {
  name: 'next-version',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/store/migrate.ts')) return null
    const migration = `{
      async up(db) {
        await db.schema.alterTable('connectors')
          .addColumn('next_version', 'text', (column) => column.notNull().defaultTo('')).execute()
        await db.schema.alterTable('workspaces').addColumn('next_version', 'text').execute()
        await db.schema.createIndex('connectors_next_version').on('connectors')
          .columns(['workspace_id', 'next_version']).execute()
      },
    }`
    const changed = code.replace(
      /(const migrations: Record<string, Migration> = \{[^}]*)\}/,
      `$1'999-next-version': ${migration}}`,
    )
    if (changed === code) throw new Error('The list of migrations was not found')
    return { code: changed, map: null }
  },
}

/** The shipped configuration, which sends no request twice, in front of two servers. */
async function balancerOf(port: number, servers: readonly number[]): Promise<string> {
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8')
  const lines = servers.map((server, index) => `  server server${index} 127.0.0.1:${server}`)
  return shipped
    .replace(/resolvers docker\n.*\n/, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}\n  stats uri /balancer`)
    .replace(/^ *option redispatch\n/m, '')
    .replace('retries 2', 'retries 0')
    .replace('inter 1s', `inter ${checkMilliseconds}`)
    .replace(/^ *server-template.*$/m, lines.join('\n'))
}

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined || haproxyProgram() === undefined)(
  'two servers behind HAProxy (needs PostgreSQL and HAProxy)',
  () => {
    let fresh: Awaited<ReturnType<typeof freshDatabase>>
    let processes: ServerProcesses
    let next: string
    beforeAll(async () => {
      next = await mkdtemp(join('test-results', 'next-'))
      fresh = await freshDatabase()
      processes = await serverProcesses()
      await buildServer(next, [nextVersion])
    })
    afterAll(async () => {
      await processes.close()
      await fresh.close()
      await rm(next, { recursive: true })
    })

    test(
      'are upgraded one at a time, with a migration, and no request fails',
      { timeout: 30_000 + rounds * 30_000 },
      async () => {
        const ports = [await freePort(), await freePort()]
        const environment = {
          DATABASE_URL: fresh.address ?? '',
          MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
          DEMO: 'off',
          TRUST_PROXY: 'on',
          DRAIN_SECONDS: String(drainSeconds),
        }
        const start = async (port = 0, program?: string) => {
          const server = processes.start({ ...environment, PORT: String(port) }, program)
          const address = await addressOf(server)
          expect(address).toMatch(/^http:/)
          return { server, address }
        }
        const running = await Promise.all(ports.map((port) => start(port)))
        const operator = await outputMatching(
          processes.run(['operator-token'], environment),
          /^\S+\n/,
        )
        const admin = await newAdmin(running[0]?.address ?? '', operator.trim())
        const port = await freePort()
        const balancer = await startHaproxy(await balancerOf(port, ports), port)
        try {
          const load = loadOn({ address: `http://127.0.0.1:${port}/api`, ...admin })
          const traffic = await load.startLoad('Upgraded', 1)
          const replace = async (index: number) => {
            const old = running[index]?.server
            await stopped(old)
            running[index] = await start(ports[index], join(next, 'main.js'))
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
          for (let round = 0; round < rounds; round += 1) {
            await replace(0)
            if (round === 0) expect(await columns()).toBe(2)
            await replace(1)
          }
          expect(traffic.failed().slice(0, 3)).toEqual([])
          await traffic.expectNothingLost()
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

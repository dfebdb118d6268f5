import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { adminApi, expectReadiness, type AdminApi } from '@/server/testing/admin-api'
import { databaseServer } from '@/server/testing/database-server'
import { postgresPrograms } from '@/server/testing/postgres-programs'
import { startPostgres, type PostgresServer } from '@/server/testing/postgres-server'
import {
  addressOf,
  newAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { startLoad } from '@/server/testing/write-load'

const terminations = 20

describe.skipIf(databaseServer === undefined || postgresPrograms() === undefined)(
  'a server whose database goes away (needs PostgreSQL’s programs)',
  () => {
    let postgres: PostgresServer
    let processes: ServerProcesses
    let server: ChildProcess
    let api: AdminApi

    beforeAll(async () => {
      ;[postgres, processes] = await Promise.all([startPostgres(), serverProcesses()])
      server = processes.start({ DATABASE_URL: postgres.address })
      const address = await addressOf(server)
      api = adminApi(address, await newAdmin(address))
    })
    afterAll(async () => {
      await processes.close()
      await postgres.remove()
    })

    async function query(text: string): Promise<pg.QueryResult> {
      const client = new pg.Client({ connectionString: postgres.address })
      client.on('error', () => {})
      await client.connect()
      try {
        return await client.query(text)
      } finally {
        await client.end()
      }
    }

    async function usage(): Promise<number> {
      const { rows } = await query(
        `select coalesce(sum(used), 0)::int as used
          from usage_minutes where limit_name = 'apiRequestsPerSecond'`,
      )
      return z.array(z.object({ used: z.number() })).parse(rows)[0]?.used ?? 0
    }

    test(
      'keeps running through restarts under load, and loses neither writes nor usage',
      { timeout: 120_000 },
      async () => {
        const used = await usage()
        const running = await startLoad(api, 'Restarted', { server })
        for (const mode of ['fast', 'immediate', 'fast'] as const) {
          await running.progress(20, 2)
          await postgres.stop(mode)
          await vi.waitFor(() => expect(running.last()?.status).toBe(503), { timeout: 10_000 })
          const [ready, health] = [
            await api.send('GET', '/ready'),
            await api.send('GET', '/health'),
          ]
          expect([ready.status, health.status]).toEqual([503, 200])
          expect(ready.milliseconds).toBeLessThan(2000)
          await postgres.start()
          const since = performance.now()
          await running.progress(1)
          expect(performance.now() - since).toBeLessThan(8000)
          await expectReadiness(api, 200)
        }
        await running.progress(20, 2)
        await running.expectNothingLost()
        await vi.waitFor(
          async () => expect((await usage()) - used).toBeGreaterThanOrEqual(running.succeeded()),
          { timeout: 15_000, interval: 200 },
        )
      },
    )

    test('keeps running when connections are terminated during transactions', async () => {
      const running = await startLoad(api, 'Terminated', { server })
      let terminated = 0
      const admin = new pg.Client({ connectionString: postgres.address })
      await admin.connect()
      await vi.waitFor(
        async () => {
          const { rowCount } = await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'signalbox' and state like 'idle in transaction%'`,
          )
          terminated += rowCount ?? 0
          expect(terminated).toBeGreaterThanOrEqual(terminations)
        },
        { timeout: 20_000, interval: 5 },
      )
      await admin.end()
      await running.progress(20, 2)
      await running.expectNothingLost()
    })
  },
)

import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { postgresPrograms, startPostgres, type PostgresServer } from './testing/postgres-server'
import { addressOf, demoAdmin, serverProcesses, type ServerProcesses } from './testing/processes'

const writers = 4
const longestResponseMilliseconds = 10_000
const terminations = 20

const page = z.object({
  items: z.array(z.object({ name: z.string() })),
  cursor: z.string().optional(),
})

interface Recorded {
  request: string
  /** 0 when there was no response, because the process has ended. */
  status: number
  milliseconds: number
  retryAfter: string | null
  body: string
}

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined || postgresPrograms() === undefined)(
  'a server whose database goes away (needs PostgreSQL’s programs)',
  () => {
    let postgres: PostgresServer
    let processes: ServerProcesses
    let server: ChildProcess
    let address: string
    let token: string
    let workspaceId: string

    beforeAll(async () => {
      ;[postgres, processes] = await Promise.all([startPostgres(), serverProcesses()])
      server = processes.start({ DATABASE_URL: postgres.address })
      address = await addressOf(server)
      ;({ token, workspaceId } = await demoAdmin(address))
    })
    afterAll(async () => {
      await processes.close()
      await postgres.remove()
    })

    async function send(method: string, path: string, body?: unknown, key?: string) {
      const since = performance.now()
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      return {
        request: `${method} ${path}`,
        status: response?.status ?? 0,
        retryAfter: response?.headers.get('Retry-After') ?? null,
        body: (await response?.text()) ?? '',
        milliseconds: performance.now() - since,
      }
    }

    async function names(search: string): Promise<string[]> {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const after = cursor === undefined ? '' : `&cursor=${cursor}`
        const { body } = await send(
          'GET',
          `/connectors?search=${encodeURIComponent(search)}&limit=1000${after}`,
        )
        const { items, cursor: next } = page.parse(JSON.parse(body))
        found.push(...items.map(({ name }) => name))
        cursor = next
      } while (cursor !== undefined)
      return found
    }

    /** Reads and writes until it is ended, and records every response. */
    async function startLoad(prefix: string) {
      const many = { unit: 'number', value: 1_000_000 }
      const limits = {
        workspaceElementCreationsPerSecond: many,
        workspaceElementCreationsPerHour: many,
        totalNumberOfWorkspaceElements: many,
        apiRequestsPerSecond: many,
        apiRequestsPerHour: many,
        parallelApiRequests: many,
      }
      expect((await send('PATCH', `/org-workspaces/${workspaceId}`, { limits })).status).toBe(200)

      const recorded: Recorded[] = []
      const acknowledged = new Set<string>()
      let repeated = 0
      const ending = new AbortController()
      const record = async (...request: Parameters<typeof send>) => {
        const response = await send(...request)
        recorded.push(response)
        if (response.status !== 200) await new Promise((resume) => setTimeout(resume, 20))
        return response
      }
      const read = async () => {
        while (!ending.signal.aborted) await record('GET', '/connectors?limit=10')
      }
      const write = async (writer: number) => {
        for (let count = 0; !ending.signal.aborted; count += 1) {
          const name = `${prefix} ${writer}-${count}`
          if ((await record('POST', '/connectors', { name })).status === 200) acknowledged.add(name)
        }
      }
      /**
       * Repeats each write under its key until it is acknowledged, or its first attempt had an
       * effect.
       */
      const repeat = async () => {
        for (let count = 0; !ending.signal.aborted; count += 1) {
          const name = `${prefix} repeated-${count}`
          for (let isDone = false; !isDone && !ending.signal.aborted;) {
            const { status } = await send('POST', '/connectors', { name }, `${prefix} ${count}`)
            const found = status === 409 ? await names(name).catch(() => []) : []
            isDone = status === 200 || found.includes(name)
            expect([200, 409, 503]).toContain(status)
            if (!isDone) continue
            acknowledged.add(name)
            repeated += 1
          }
        }
      }
      const running = Promise.all([
        read(),
        repeat(),
        ...Array.from({ length: writers }, (_, writer) => write(writer)),
      ])

      return {
        last: () => recorded.at(-1),
        /** Waits until so many more writes, and of those under a key, have been acknowledged. */
        async progress(more: number, moreRepeated = 0) {
          const before = acknowledged.size
          const repeatedBefore = repeated
          await vi.waitFor(
            () => {
              expect(server.exitCode).toBeNull()
              expect(acknowledged.size).toBeGreaterThanOrEqual(before + more)
              expect(repeated).toBeGreaterThanOrEqual(repeatedBefore + moreRepeated)
            },
            { timeout: 15_000, interval: 20 },
          )
        },
        /**
         * Ends the load. Every request succeeded or got a retryable error; each acknowledged write is
         * there, once.
         */
        async expectNothingLost() {
          ending.abort()
          await running
          expect([server.exitCode, server.signalCode]).toEqual([null, null])
          expect(
            recorded.filter(
              ({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null),
            ),
          ).toEqual([])
          expect(Math.max(...recorded.map(({ milliseconds }) => milliseconds))).toBeLessThan(
            longestResponseMilliseconds,
          )
          const kept = await names(prefix)
          expect(kept.length).toBe(new Set(kept).size)
          expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([])
        },
        succeeded: () => recorded.filter(({ status }) => status === 200).length,
      }
    }

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
        const load = await startLoad('Restarted')
        for (const mode of ['fast', 'immediate', 'fast'] as const) {
          await load.progress(20, 2)
          await postgres.stop(mode)
          await vi.waitFor(() => expect(load.last()?.status).toBe(503), { timeout: 10_000 })
          const [ready, health] = [await send('GET', '/ready'), await send('GET', '/health')]
          expect([ready.status, health.status]).toEqual([503, 200])
          expect(ready.milliseconds).toBeLessThan(2000)
          await postgres.start()
          const since = performance.now()
          await load.progress(1)
          expect(performance.now() - since).toBeLessThan(8000)
          await vi.waitFor(async () => expect((await send('GET', '/ready')).status).toBe(200))
        }
        await load.progress(20, 2)
        await load.expectNothingLost()
        await vi.waitFor(
          async () => expect((await usage()) - used).toBeGreaterThanOrEqual(load.succeeded()),
          { timeout: 15_000, interval: 200 },
        )
      },
    )

    test('keeps running when connections are terminated during transactions', async () => {
      const load = await startLoad('Terminated')
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
      await load.progress(20, 2)
      await load.expectNothingLost()
    })
  },
)

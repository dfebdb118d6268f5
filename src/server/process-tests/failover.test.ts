import { execFile, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { adminApi, expectReadiness, type AdminApi } from '@/server/testing/admin-api'
import { createCertificate } from '@/server/testing/certificate'
import { startDatabaseProxy, type DatabaseProxy } from '@/server/testing/database-proxy'
import { databaseServer } from '@/server/testing/database-server'
import { freePort } from '@/server/testing/free-port'
import { haproxyProgram, startHaproxy } from '@/server/testing/haproxy'
import { postgresPrograms } from '@/server/testing/postgres-programs'
import { startPostgres, type PostgresServer } from '@/server/testing/postgres-server'
import {
  addressOf,
  demoOperator,
  newAdmin,
  outputMatching,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { startLoad } from '@/server/testing/write-load'

const run = promisify(execFile)
const canRun =
  databaseServer !== undefined &&
  postgresPrograms() !== undefined &&
  spawnSync('openssl', ['version']).status === 0

describe.skipIf(!canRun)(
  'a server whose database fails over (needs PostgreSQL’s programs and openssl)',
  () => {
    let primary: PostgresServer
    let standby: PostgresServer
    /** The stable address of whichever is the primary, as HAProxy gives it. */
    let proxy: DatabaseProxy
    let processes: ServerProcesses
    let server: ChildProcess
    let api: AdminApi
    let operator: AdminApi
    /** The id of the admin's workspace. */
    let id: string

    /** The address with TLS: by the name in the certificate, which the given file verifies. */
    const verified = (rootCertificate: string, host = 'localhost') => {
      const address = new URL(proxy.address)
      address.hostname = host
      address.searchParams.set('sslmode', 'verify-full')
      address.searchParams.set('sslrootcert', rootCertificate)
      return address.href
    }

    beforeAll(async () => {
      primary = await startPostgres({ tls: true })
      standby = await primary.startStandby()
      await query(primary, "alter system set synchronous_standby_names = '*'")
      await query(primary, 'select pg_reload_conf()')
      proxy = await startDatabaseProxy(primary.address)
      processes = await serverProcesses()
      server = processes.start({ DATABASE_URL: verified(primary.certificate ?? '') })
      const address = await addressOf(server)
      const admin = await newAdmin(address)
      id = admin.workspaceId
      api = adminApi(address, admin)
      operator = adminApi(address, { ...admin, token: await demoOperator(address) })
    }, 120_000)
    afterAll(async () => {
      await processes.close()
      await proxy.close()
      await Promise.all([primary.remove(), standby.remove()])
    })

    async function query(postgres: PostgresServer, text: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: postgres.address })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    }

    /** Says like Patroni, to HAProxy, whether a database server is the primary. */
    async function startAgent(postgres: PostgresServer): Promise<{ port: number; close(): void }> {
      const port = await freePort()
      const agent = createServer((_, response) => {
        const respond = (isPrimary: boolean) => response.writeHead(isPrimary ? 200 : 503).end()
        query(postgres, 'select where not pg_is_in_recovery()').then(
          (rows) => respond(rows.length === 1),
          () => respond(false),
        )
      }).listen(port, '127.0.0.1')
      return { port, close: () => agent.close() }
    }

    /** The configuration of HAProxy in the documentation, with these ports. */
    async function documentedConfiguration(
      port: number,
      databases: readonly number[],
      agents: readonly number[],
    ): Promise<string> {
      const page = await readFile('docs/scale-out.md', 'utf8')
      const [, configuration = ''] = /^```haproxy\n([^]*?)^```/m.exec(page) ?? []
      let index = -1
      return configuration
        .replace('bind :5432', `bind 127.0.0.1:${port}`)
        .replaceAll(/\S+:5432 check port 8008/g, () => {
          index += 1
          return `127.0.0.1:${databases[index]} check port ${agents[index]}`
        })
    }

    test('connects with TLS, and only to the server that the certificate names', async () => {
      const connections = await query(
        primary,
        `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
          where application_name = 'signalbox'`,
      )
      expect(connections).toEqual([{ ssl: true }])
      const folder = await mkdtemp(join(tmpdir(), 'signalbox-certificate-'))
      try {
        const foreign = join(folder, 'foreign.crt')
        await createCertificate(join(folder, 'foreign.key'), foreign)
        const attempt = async (address: string) => {
          const client = new pg.Client({ connectionString: address })
          try {
            await client.connect()
            return 'connected'
          } catch (error) {
            return z.object({ code: z.string() }).parse(error).code
          } finally {
            await client.end()
          }
        }
        expect(await attempt(verified(primary.certificate ?? ''))).toBe('connected')
        expect(await attempt(verified(foreign))).toMatch(/CERT|SIGNATURE/)
        expect(await attempt(verified(primary.certificate ?? '', '127.0.0.1'))).toBe(
          'ERR_TLS_CERT_ALTNAME_INVALID',
        )
      } finally {
        await rm(folder, { recursive: true })
      }
    })

    test('does not wait for a certificate that names another host, nor log it', async () => {
      const DATABASE_URL = verified(primary.certificate ?? '', '127.0.0.1')
      const text = await outputMatching(
        processes.start({ DATABASE_URL }),
        /is not accepted.*\n|was not available/,
      )
      expect(text).toMatch(/certificate that is not accepted.*127\.0\.0\.1 is not in the cert/)
      expect(text).toContain('127.0.0.1 is not in the cert')
      expect(text).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
      expect(text).not.toContain('fingerprint')
    })

    test(
      'refuses writes while only the standby is left, and loses none when it takes over',
      { timeout: 60_000 },
      async () => {
        const running = await startLoad(api, 'Failed over', { server })
        await running.progress(20, 2)
        await primary.stop('immediate')
        proxy.switchTo(standby.address)
        await vi.waitFor(
          async () => {
            const refused = await api.send('POST', '/connectors', { name: 'Read-only' })
            expect([refused.status, refused.retryAfter === null]).toEqual([503, false])
            expect(refused.body).toContain('read-only')
          },
          { timeout: 10_000 },
        )
        expect((await api.send('GET', '/health')).status).toBe(200)
        await expectReadiness(api, 503)
        // Only the requests of operators are not counted in the database.
        const reads = ['', '/usage', '/usage/tenants'].map((path) => `/org-workspaces/${id}${path}`)
        for (const path of reads)
          expect(await operator.send('GET', path)).toMatchObject({ status: 200 })
        await vi.waitFor(
          async () => {
            const refused = await api.send('GET', '/connectors')
            expect([refused.status, refused.retryAfter === null]).toEqual([503, false])
          },
          { timeout: 10_000 },
        )
        // Its own standby is gone: it must not wait for one.
        await query(standby, "alter system set synchronous_standby_names = ''")
        await standby.promote()
        const since = performance.now()
        await running.progress(1)
        expect(performance.now() - since).toBeLessThan(8000)
        await expectReadiness(api, 200)
        await running.progress(20, 2)
        await running.expectNothingLost()
      },
    )

    test(
      'refuses writes while the disk is full, and reads on',
      { timeout: 60_000 },
      async (context) => {
        const disk = await mkdtemp(join(tmpdir(), 'signalbox-full-disk-'))
        const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).then(
          () => true,
          () => false,
        )
        if (!isMounted) return context.skip('a small disk can only be mounted by root')
        try {
          await run('chown', ['postgres', disk])
          await query(standby, `create tablespace small location '${disk}'`)
          await query(standby, 'alter table connectors set tablespace small')
          const { bavail, bsize } = await statfs(disk)
          await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize))
          const code = { description: 'x'.repeat(900_000) }
          const large = () => api.send('POST', '/connectors', { name: 'Large', inputSchema: code })
          await vi.waitFor(
            async () => {
              const refused = await large()
              expect([refused.status, refused.retryAfter === null]).toEqual([503, false])
              expect(refused.body).toContain('out of disk space')
            },
            { timeout: 20_000 },
          )
          expect((await api.send('GET', '/connectors?limit=10')).status).toBe(200)
          await rm(join(disk, 'filler'))
          expect((await large()).status).toBe(200)
          await query(standby, 'alter table connectors set tablespace pg_default')
          await query(standby, 'drop tablespace small')
        } finally {
          await run('umount', ['--lazy', disk])
          await rm(disk, { recursive: true })
        }
      },
    )

    test.skipIf(haproxyProgram() === undefined)(
      'loses no write when HAProxy, configured as documented, follows the primary',
      { timeout: 90_000 },
      async () => {
        const next = await standby.startStandby()
        await query(standby, "alter system set synchronous_standby_names = '*'")
        await query(standby, 'select pg_reload_conf()')
        const agents = await Promise.all([standby, next].map(startAgent))
        const port = await freePort()
        const haproxy = await startHaproxy(
          await documentedConfiguration(
            port,
            [standby, next].map(({ address }) => Number(new URL(address).port)),
            agents.map((agent) => agent.port),
          ),
          port,
        )
        const database = new URL(standby.address)
        database.port = String(port)
        const throughHaproxy = processes.start({ DATABASE_URL: database.href })
        try {
          const address = await addressOf(throughHaproxy)
          const through = adminApi(address, await newAdmin(address))
          const running = await startLoad(through, 'Through HAProxy', { server: throughHaproxy })
          await running.progress(20, 2)
          await standby.stop('immediate')
          await expectReadiness(through, 503)
          await query(next, "alter system set synchronous_standby_names = ''")
          await next.promote()
          await running.progress(20, 2)
          await running.expectNothingLost()
        } finally {
          throughHaproxy.kill('SIGKILL')
          await haproxy.close()
          for (const agent of agents) agent.close()
          await next.remove()
        }
      },
    )
  },
)

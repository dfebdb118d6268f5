import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { adminApi } from '@/server/testing/admin-api'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { postgresPrograms } from '@/server/testing/postgres-programs'
import { startPostgres } from '@/server/testing/postgres-server'
import { addressOf, demoAdmin, ended, processesOfTest } from '@/server/testing/processes'

const textOf = async (path: string, address: string, token: string) => {
  const response = await fetch(`${address}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  return response.text()
}

test(
  'a backup that is made while the server writes restores into an empty folder, with its key',
  { timeout: 600_000 },
  async () => {
    // Deleted after the processes have ended.
    const folder = await folderOfTest()
    const file = join(folder, 'backup.tar.gz')
    const processes = await processesOfTest()
    const server = processes.start()
    const address = await addressOf(server)
    const admin = await demoAdmin(address)
    const { token, workspaceId } = admin
    const { send } = adminApi(address, admin)
    const operator = (await ended(processes.run(['operator-token', '--name', 'Ada']))).text.trim()
    expect(operator, 'from the running server').toMatch(/^eyJ/)

    const backedUp = new AbortController()
    let acknowledged = 0
    const writing = (async () => {
      for (let count = 1; !backedUp.signal.aborted; count += 1) {
        const limits = { parallelFlowRuns: { unit: 'number', value: count } }
        const { status } = await send('PATCH', `/org-workspaces/${workspaceId}`, { limits })
        expect(status).toBe(200)
        acknowledged = count
      }
    })()
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(2), { timeout: 30_000 })
    const before = acknowledged
    expect(await ended(processes.run(['backup', file]))).toEqual({ code: 0, text: '' })
    const after = acknowledged + 1
    backedUp.abort()
    await writing
    const paths = ['/universe/apps?limit=1000', '/connectors?limit=1000']
    const originals = await Promise.all(paths.map((path) => textOf(path, address, token)))
    server.kill('SIGTERM')
    await once(server, 'exit')

    const data = { DATA_DIR: join(folder, 'data') }
    expect(await ended(processes.run(['restore', file], data))).toEqual({ code: 0, text: '' })
    const again = await ended(processes.run(['restore', file], data))
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('already has a database')])
    const otherKey = Buffer.alloc(32, 7).toString('base64')
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere'), MASTER_KEY: otherKey }
    const unusable = await ended(processes.run(['restore', file], elsewhere))
    expect([unusable.code, unusable.text]).toEqual([
      1,
      expect.stringMatching(/^The backup was restored, but .* set MASTER_KEY to that key/),
    ])
    const restored = await addressOf(processes.start(data))
    const { limits } = z
      .object({ limits: z.object({ parallelFlowRuns: z.object({ value: z.number() }) }) })
      .parse(JSON.parse(await textOf(`/org-workspaces/${workspaceId}`, restored, token)))
    expect(limits.parallelFlowRuns.value).toBeGreaterThanOrEqual(before)
    expect(limits.parallelFlowRuns.value).toBeLessThanOrEqual(after)
    const copies = await Promise.all(paths.map((path) => textOf(path, restored, token)))
    expect(copies).toEqual(originals)
  },
)

test.skipIf(postgresPrograms() === undefined)(
  'a backup restores into an empty database of PostgreSQL (needs PostgreSQL), with its key',
  { timeout: 600_000 },
  async () => {
    const folder = await folderOfTest()
    const file = join(folder, 'backup.tar.gz')
    const postgres = await startPostgres()
    onTestFinished(() => postgres.remove())
    const processes = await processesOfTest()
    const server = processes.start()
    const address = await addressOf(server)
    const { token, workspaceId } = await demoAdmin(address)
    const paths = [
      `/org-workspaces/${workspaceId}`,
      '/universe/apps?limit=1000',
      '/external-apps?limit=1000',
      '/connectors?limit=1000',
      '/connections?limit=1000',
      '/actions?limit=1000',
      '/alerts?limit=1000',
      '/webhook-deliveries?limit=1000',
    ]
    const originals = await Promise.all(paths.map((path) => textOf(path, address, token)))
    expect(await ended(processes.run(['backup', file]))).toEqual({ code: 0, text: '' })
    server.kill('SIGTERM')
    await once(server, 'exit')

    const onPostgres = { DATABASE_URL: postgres.address, DATA_DIR: join(folder, 'data') }
    const otherKey = { ...onPostgres, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    const refused = await ended(processes.run(['restore', file], otherKey))
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringMatching(/could not be restored: .* set MASTER_KEY to that key/),
    ])
    expect(await ended(processes.run(['restore', file], onPostgres))).toEqual({ code: 0, text: '' })
    const again = await ended(processes.run(['restore', file], onPostgres))
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('this database has data')])
    const restored = await addressOf(processes.start(onPostgres))
    const copies = await Promise.all(paths.map((path) => textOf(path, restored, token)))
    expect(copies).toEqual(originals)
  },
)

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { auditEventSchema } from '@/contract/history'
import { managementApi } from '@/server/http/api'
import { createHttpServer, disconnect, onReceived } from '@/server/node/http-server'
import { adminToken, tokenOf } from '@/server/testing/api'
import { insertEvents } from '@/server/testing/audit-events'
import { listen } from '@/server/testing/listen'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const eventCount = 5000
/** `EXPORTED_EVENTS=1000000` shows that memory does not grow with the number. */
const manyEvents = Number(process.env['EXPORTED_EVENTS'] ?? eventCount)
const maxGrowth = 64 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = z
  .custom<() => void>((value) => typeof value === 'function')
  .parse(runInNewContext('gc'))

/** The memory in use, without garbage: how much of it has gathered depends on the machine. */
function retainedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const { api, workspace, token } = await workspacePerFile('Exported')

beforeAll(async () => {
  await insertEvents(api.dependencies.database, workspace.id, 1, eventCount)
})

const ask = (query: Record<string, string> = {}, as = token) =>
  api.request('GET', `/audit-events/export?${new URLSearchParams(query).toString()}`, { token: as })
const exported = async (query?: Record<string, string>, as?: string) =>
  z.array(auditEventSchema).parse((await ask(query, as)).body)

test('every entry is a line, newest first, of any number of pages', async () => {
  const { status, headers } = await ask()
  expect([status, headers.get('Content-Type')]).toEqual([200, 'application/x-ndjson'])
  const events = await exported({ to: '2026-06-01T00:00:00Z' })
  expect(events).toHaveLength(eventCount)
  expect(new Set(events.map(({ id }) => id)).size).toBe(eventCount)
  const times = events.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('the filters of the list apply', async () => {
  expect(await exported({ operation: 'createApp' })).toHaveLength(Math.floor(eventCount / 2))
  const from = '2026-01-01T00:00:01Z'
  expect(await exported({ from, to: '2026-01-01T00:00:11Z' })).toHaveLength(10)
  const [created, ...others] = await exported({ operation: 'createOrgWorkspace' })
  expect(created?.actor.role).toBe('operator')
  expect(others).toEqual([])
})

test('only admins export, and only their own workspace', async () => {
  const other = await api.newWorkspace('Other')
  expect((await ask({}, await tokenOf(workspace))).status).toBe(403)
  expect((await ask({ workspaceId: workspace.id }, await adminToken(other))).status).toBe(404)
  expect((await ask({}, api.operatorToken)).status).toBe(400)
  const entries = await exported({ workspaceId: other.id }, api.operatorToken)
  // That an operator exports is an entry too, which may be there before the first page is read.
  const operations = entries.map(({ operation }) => operation)
  expect(operations.filter((name) => name !== 'exportAuditEvents')).toEqual(['createOrgWorkspace'])
  expect((await ask({ from: 'yesterday' })).status).toBe(400)
})

test('an export ends with an error once its token is revoked', async () => {
  const path = `/org-workspaces/${workspace.id}`
  const issued = await api.request('POST', `${path}/access-token`, {
    token,
    body: { isAdmin: true },
  })
  const { token: stolen } = z.object({ token: z.string() }).parse(issued.body)
  const response = await api.respond('/audit-events/export', {
    headers: { Authorization: `Bearer ${stolen}` },
  })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  expect((await api.request('DELETE', `${path}/access-tokens`, { token })).status).toBe(200)
  const readRest = async () => {
    while ((await reader?.read())?.done === false);
  }
  await expect(readRest()).rejects.toThrow('revoked')
  expect(api.logged).toContainEqual({
    facts: { requestId: expect.any(String), reason: expect.stringContaining('revoked') },
    message: 'an export was cut off',
  })
})

test('a workspace has four exports in progress; a client that goes away ends its own', async () => {
  const { dependencies } = api
  const large = await api.newWorkspace('Large')
  await insertEvents(dependencies.database, large.id, 2_000_001, 2_000_020)
  await dependencies.database
    .updateTable('audit_events')
    .set({ changes: JSON.stringify([{ path: 'code', after: 'x'.repeat(1_000_000) }]) })
    .where('workspace_id', '=', large.id)
    .execute()
  const app = managementApi({ dependencies, extensions: true, disconnect, onReceived })
  const server = createHttpServer(app.fetch, '127.0.0.1')
  const port = await listen(server)
  const itsToken = await adminToken(large)
  const kept: Response[] = []
  const start = (method: string, as = itsToken) => {
    const end = new AbortController()
    const headers = { Authorization: `Bearer ${as}` }
    const sent = { method, headers, signal: end.signal }
    const started = fetch(`http://127.0.0.1:${port}/audit-events/export`, sent)
    // Undici closes the connection of a response that is garbage-collected.
    void started.then((response) => kept.push(response)).catch(() => {})
    return { status: started.then(({ status }) => status), end: () => end.abort() }
  }
  for (let count = 0; count < 5; count += 1) expect(await start('HEAD').status).toBe(200)
  const exports = Array.from({ length: 4 }, () => start('GET'))
  for (const { status } of exports) expect(await status).toBe(200)
  const fifth = start('GET')
  expect(await start('GET', token).status).toBe(200)
  expect(await fifth.status).toBe(503)
  expect(kept.length).toBeGreaterThan(4)
  for (const { end } of exports) end()
  await expect.poll(() => start('GET').status, { timeout: 20_000 }).toBe(200)
  server.closeAllConnections()
  server.close()
})

test('that a client goes away while a page is read is no error', async () => {
  let read = () => {}
  const isRead = new Promise<void>((resume) => (read = resume))
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length > 400) await isRead
      return result
    },
  })
  const app = managementApi({
    dependencies: { ...api.dependencies, database },
    extensions: true,
    disconnect,
  })
  const headers = { Authorization: `Bearer ${token}` }
  const reader = (await app.request('/audit-events/export', { headers })).body?.getReader()
  const page = reader?.read()
  api.logged.length = 0
  await reader?.cancel()
  read()
  expect(await page).toMatchObject({ done: true })
  // What the export does after the page was read.
  await new Promise((resume) => setImmediate(resume))
  expect(api.logged.map(({ message }) => message)).not.toContain('an export was cut off')
})

/** Returns the application, and reports the rows that each statement reads. */
function observed(onRows: (count: number) => void) {
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      onRows(result.rows.length)
      return result
    },
  })
  return managementApi({
    dependencies: { ...api.dependencies, database },
    extensions: true,
    disconnect,
  })
}

test('a HEAD request reads no page', async () => {
  const counts: number[] = []
  const app = observed((count) => counts.push(count))
  const headers = { Authorization: `Bearer ${token}` }
  const { status, body } = await app.request('/audit-events/export', { method: 'HEAD', headers })
  expect([status, body]).toEqual([200, null])
  // A page that is being read would be there before this response.
  await app.request('/audit-events?limit=1', { headers })
  expect(Math.max(...counts)).toBe(2)
})

test('an export that fails midway is cut off, and one line is logged', async () => {
  const printed = vi.spyOn(console, 'error')
  let pages = 0
  const app = observed((count) => {
    if (count > 400 && (pages += 1) > 1) throw new Error('The second page failed')
  })
  const server = createHttpServer(app.fetch, '127.0.0.1')
  const port = await listen(server)
  const response = await fetch(`http://127.0.0.1:${port}/audit-events/export`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  await expect(response.text()).rejects.toThrow('terminated')
  expect(api.logged.map(({ message }) => message)).toContain('an export was cut off')
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
  server.close()
})

test(
  'a page is read when the client has taken the one before, at constant memory',
  { timeout: 60_000 + manyEvents },
  async () => {
    await insertEvents(api.dependencies.database, workspace.id, eventCount + 1, manyEvents)
    let statements = 0
    const { database } = api.dependencies
    const counted = database.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const app = managementApi({
      dependencies: { ...api.dependencies, database: counted },
      extensions: true,
    })
    const since = performance.now()
    const response = await app.request('/audit-events/export', {
      headers: { Authorization: `Bearer ${token}` },
    })
    const reader = response.body?.getReader()
    await reader?.read()
    const before = statements
    expect(before).toBeLessThan(eventCount / 500)

    let lines = 0
    let parts = 0
    let highest = 0
    const start = retainedBytes()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      lines += part.value.filter((byte) => byte === 10).length
      parts += 1
      if (parts % 50 === 5) highest = Math.max(highest, retainedBytes() - start)
    }
    if (manyEvents > eventCount)
      console.log(
        `${lines} lines in ${Math.round((performance.now() - since) / 1000)} s, ` +
          `with at most ${(highest / 1024 / 1024).toFixed(1)} MB more memory than after the first`,
      )
    expect(lines).toBeGreaterThan(manyEvents - 1000)
    expect(statements - before).toBeGreaterThan(manyEvents / 500 - 3)
    expect(highest).toBeLessThan(maxGrowth)
  },
)

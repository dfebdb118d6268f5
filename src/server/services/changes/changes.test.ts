import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Change } from '@/contract/changes'
import { writeUsageAndRaiseAlerts } from '@/server/jobs/run-jobs'
import {
  adminToken,
  testApi,
  tokenOf,
  type TestApi,
  type TestWorkspace,
} from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

const one = await apiPerFile()
const other = await apiPerFile({ database: one.dependencies.database })
let workspace: TestWorkspace
let admin: string
const open: Stream[] = []

beforeEach(async () => {
  workspace = await one.newWorkspace('Watched')
  admin = await adminToken(workspace)
  await one.request('PATCH', `/org-workspaces/${workspace.id}`, { token: admin, body: {} })
})
afterAll(async () => {
  for (const stream of open) await stream.cancel()
})

interface Stream {
  /** Reads on until a change passes, and returns it; undefined at the end of the stream. */
  next: (isMeant: (change: Change) => boolean) => Promise<Change | undefined>
  /** All that was read. */
  read: Change[]
  cancel: () => Promise<void>
}

/** Watches the workspace on a server. */
async function watch(api: TestApi, token: string, query = ''): Promise<Stream> {
  const response = await api.respond(`/changes${query}`, {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  expect(response.headers.get('Content-Encoding')).toBeNull()
  if (response.body === null) throw new Error('The response has no body')
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const read: Change[] = []
  const stream: Stream = {
    read,
    async next(isMeant) {
      for (;;) {
        const { value, done } = await events.read()
        if (done) return undefined
        const change: Change = JSON.parse(value.data)
        read.push(change)
        if (isMeant(change)) return change
      }
    },
    cancel: () => events.cancel(),
  }
  open.push(stream)
  return stream
}

const patch = (api: TestApi, body: unknown, token = admin) =>
  api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body,
    headers: { 'X-Request-Id': `from-${api === one ? 'one' : 'other'}` },
  })
const by = (requestId: string) => (change: Change) => change.requestId === requestId

test('a change is reported by the server that made it and by another one', async () => {
  const streams = [await watch(one, admin), await watch(other, admin)]
  await patch(one, { name: 'Renamed' })
  for (const stream of streams) {
    expect(await stream.next(by('from-one'))).toEqual({
      kind: 'workspace',
      id: workspace.id,
      by: 'Test',
      requestId: 'from-one',
      changedAt: expect.any(String),
    })
    expect(JSON.stringify(stream.read)).not.toContain('Renamed')
  }
})

test('apps, connectors, raised alerts, deliveries and usage are reported', async () => {
  const stream = await watch(other, admin)
  const of = (kind: Change['kind']) => stream.next((change) => change.kind === kind)
  const send = (path: string, body: unknown) => one.request('POST', path, { token: admin, body })
  const { body } = await send('/external-apps', { name: 'Fleet' })
  expect(await of('apps')).toMatchObject({ id: z.looseObject({ id: z.string() }).parse(body).id })
  await send('/connectors', { name: 'Fleet' })
  expect(await of('connectors')).toMatchObject({ by: 'Test' })
  await patch(one, {
    webhookUri: 'https://hooks.example/a',
    enabledWebhookEvents: ['workspace.updated'],
  })
  await patch(one, {
    name: 'Delivered',
    limits: { parallelApiRequests: { unit: 'number', value: 0 } },
  })
  expect(await of('deliveries')).not.toHaveProperty('by')
  expect((await one.request('GET', '/connectors', { token: admin })).status).toBe(429)
  await writeUsageAndRaiseAlerts(one.dependencies)
  expect(await of('usage')).toBeDefined()
  expect(stream.read.some(({ kind }) => kind === 'alerts')).toBe(true)
})

test('usage of a minute that has just ended is reported', async () => {
  const nextMinute = Math.ceil(Date.now() / 60_000) * 60_000
  let time = new Date(nextMinute - 100)
  const third = await testApi({ database: one.dependencies.database, clock: () => time })
  const stream = await watch(third, admin)
  await patch(third, { limits: { apiRequestsPerHour: { unit: 'number', value: 1000 } } })
  await stream.next(by('from-other'))
  await third.request('GET', '/connectors', { token: admin })
  time = new Date(nextMinute + 500)
  await writeUsageAndRaiseAlerts(third.dependencies)
  expect(await stream.next((change) => change.kind === 'usage')).toBeDefined()
  third.dependencies.changes.close()
})

test('a new watcher gets the latest changes; earlier ones do not get them again', async () => {
  await patch(one, { name: 'Just now' })
  const first = await watch(one, admin)
  expect(await first.next(by('from-one'))).toMatchObject({ kind: 'workspace' })
  await patch(other, { name: 'Meanwhile' })
  await first.next(by('from-other'))
  const second = await watch(one, admin)
  await second.next(by('from-one'))
  expect(await second.next(by('from-other'))).toMatchObject({ kind: 'workspace' })

  const later = await testApi({
    database: one.dependencies.database,
    clock: () => new Date(Date.now() + 7000),
  })
  const third = await watch(later, admin)
  await one.request('POST', '/external-apps', { token: admin, body: { name: 'Last' } })
  for (const stream of [first, second]) {
    await stream.next(({ kind }) => kind === 'apps')
    for (const writer of ['from-one', 'from-other'])
      expect(stream.read.filter(by(writer))).toHaveLength(1)
  }
  await patch(one, { name: 'After all' })
  await third.next(by('from-one'))
  expect(third.read.filter(by('from-other')), 'it was too long ago').toEqual([])
  later.dependencies.changes.close()
})

test('a bulk archive is one change', async () => {
  const stream = await watch(other, admin)
  const keys = ['one', 'two', 'three']
  for (const key of keys)
    await one.request('POST', '/external-apps', { token: admin, body: { name: key, key } })
  const done = await one.request('POST', '/external-apps/archive', {
    token: admin,
    body: { selectors: keys },
    headers: { 'X-Request-Id': 'bulk' },
  })
  expect(done.status).toBe(200)
  expect(await stream.next(by('bulk'))).not.toHaveProperty('id')
  await patch(one, { name: 'After' })
  await stream.next(by('from-one'))
  expect(stream.read.filter(by('bulk'))).toHaveLength(1)
})

test('a tenant sees only changes that it may read, without the actor', async () => {
  const tenant = await watch(other, await tokenOf(workspace, { tenantKey: 'customer' }))
  await patch(one, { name: 'Unseen' })
  await one.request('POST', '/external-apps', { token: admin, body: { name: 'Seen' } })
  expect(await tenant.next(() => true)).toEqual({
    kind: 'apps',
    id: expect.any(String),
    changedAt: expect.any(String),
  })
})

test('nobody can watch another workspace, and operators must name one', async () => {
  const elsewhere = await one.newWorkspace('Elsewhere')
  const status = async (token: string, query = '') =>
    (await one.request('GET', `/changes${query}`, { token })).status
  expect(await status(admin, `?workspaceId=${elsewhere.id}`)).toBe(404)
  expect(await status(one.operatorToken)).toBe(400)
  expect(await status('garbage')).toBe(401)
  const stream = await watch(one, one.operatorToken, `?workspaceId=${workspace.id}`)
  await patch(other, { name: 'Watched by an operator' })
  expect(await stream.next(by('from-other'))).toBeDefined()
})

test('a read by an operator is a change of the history alone', async () => {
  const stream = await watch(one, admin)
  const { status } = await one.request('GET', `/org-workspaces/${workspace.id}`, {
    token: one.operatorToken,
    headers: { 'X-Request-Id': 'read' },
  })
  expect(status).toBe(200)
  expect(await stream.next(by('read'))).toMatchObject({ kind: 'history' })
})

test('a revoked token ends its stream within a second, on both servers', async () => {
  const streams = [await watch(one, admin), await watch(other, admin)]
  await patch(other, { name: 'Both are watching' })
  for (const stream of streams) await stream.next(by('from-other'))
  const { status } = await other.request('POST', `/org-workspaces/${workspace.id}/rotate-secret`, {
    token: other.operatorToken,
  })
  expect(status).toBe(200)
  for (const stream of streams) expect(await stream.next(() => false)).toBeUndefined()
})

test('the stream ends when the server stops', async () => {
  const third = await testApi({ database: one.dependencies.database })
  const stream = await watch(third, admin)
  third.dependencies.changes.close()
  expect(await stream.next(() => false)).toBeUndefined()
})

test('a workspace can have a hundred streams; closing one allows another', async () => {
  const streams = await Promise.all(Array.from({ length: 100 }, () => watch(one, admin)))
  const refused = await one.request('GET', '/changes', { token: admin })
  expect(refused).toMatchObject({ status: 429, body: { key: 'rate_limit_exceeded' } })
  expect(refused.headers.get('Retry-After')).toBe('5')
  for (const stream of streams) await stream.cancel()
  await expect
    .poll(async () => (await one.request('GET', '/changes', { token: admin })).status)
    .toBe(200)
})

test('a tenant can have twenty of them, so that others can watch too', async () => {
  const tenant = await tokenOf(workspace, { tenantKey: 'greedy' })
  const streams = await Promise.all(Array.from({ length: 20 }, () => watch(one, tenant)))
  const refused = await one.request('GET', '/changes', { token: tenant })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
  await watch(one, await tokenOf(workspace, { tenantKey: 'modest' }))
  await watch(one, admin)
  for (const stream of streams) await stream.cancel()
  await expect
    .poll(async () => (await one.request('GET', '/changes', { token: tenant })).status)
    .toBe(200)
})

test('requests for the headers alone leave no stream open', async () => {
  const headers = { Authorization: `Bearer ${admin}` }
  for (let count = 0; count < 101; count += 1)
    expect((await one.respond('/changes', { method: 'HEAD', headers })).status).toBe(200)
})

test('an open stream does not count as a request in flight', async () => {
  await patch(one, { limits: { parallelApiRequests: { unit: 'number', value: 1 } } })
  await watch(one, admin)
  expect((await one.request('GET', '/connectors', { token: admin })).status).toBe(200)
})

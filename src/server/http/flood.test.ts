import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issuesDataSchema } from '@/contract/errors'
import { adminToken } from '@/server/testing/api'
import { workspacePerFile } from '@/server/testing/workspace-per-file'
import { managementApi } from './api'

const { api, workspace, token } = await workspacePerFile('Flooded')

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** A chunked body of unknown length, and a count of the bytes that were read of it. */
function streamed(bytes: number) {
  const read = { bytes: 0 }
  const chunk = new TextEncoder().encode(' '.repeat(8 * kilobyte))
  const body = new ReadableStream({
    pull(controller) {
      if (read.bytes >= bytes) return controller.close()
      read.bytes += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
  return { body, read }
}

/** Sends a streamed body; pass `Content-Length` in the headers to declare its length. */
async function send(method: string, path: string, bytes: number, headers: object = {}) {
  const { body, read } = streamed(bytes)
  const sent = {
    method,
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'application/json', ...headers },
  }
  const app = managementApi({ dependencies: api.dependencies, extensions: true })
  const response = await app.request(path, sent)
  return { status: response.status, read: read.bytes }
}

describe('a body is not read', () => {
  test.each([
    ['no token', () => ({})],
    ['a forged token', () => ({ Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA' })],
  ])('of a caller with %s', async (_who, headers) => {
    for (const [method, path] of [
      ['PATCH', `/org-workspaces/${workspace.id}`],
      ['POST', '/connectors'],
      ['POST', '/demo/reset'],
    ] as const) {
      const { status, read } = await send(method, path, 4 * megabyte, headers())
      expect([path, status]).toEqual([path, 401])
      expect(read, 'bytes that the stream buffers by itself').toBeLessThan(64 * kilobyte)
    }
  })

  test('of a caller without permission', async () => {
    const { status, read } = await send('POST', '/org-workspaces', 4 * megabyte, {
      Authorization: `Bearer ${token}`,
    })
    expect(status).toBe(403)
    expect(read).toBeLessThan(64 * kilobyte)
  })

  test('beyond 64 kB if the operation needs no token, beyond 10 MB otherwise', async () => {
    const open = await send('POST', '/demo/sign-in', 4 * megabyte)
    expect(open.status).toBe(413)
    expect(open.read).toBeLessThan(128 * kilobyte)
    const declared = await send('POST', '/demo/sign-in', 4 * megabyte, {
      'Content-Length': String(4 * megabyte),
    })
    expect(declared).toMatchObject({ status: 413 })
    expect(declared.read).toBeLessThan(64 * kilobyte)
    const guarded = await send('POST', '/connectors', 40 * megabyte, {
      Authorization: `Bearer ${token}`,
    })
    expect(guarded.status).toBe(413)
    expect(guarded.read).toBeLessThan(11 * megabyte)
  })
})

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(',')

const floods: [what: string, body: string][] = [
  ['850,000 unknown keys', `{${many(850_000, (index) => `"k${index}":1`)}}`],
  ['200,000 unknown keys', `{${many(200_000, (index) => `"unknown${index}":1`)}}`],
  ['10,000 unknown keys', `{${many(10_000, (index) => `"unknown${index}":1`)}}`],
  ['100,000 nested lists', `{"userFieldsSchema":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['100,000 unclosed lists', '['.repeat(100_000)],
  ['100,000 unclosed objects', '{"a":'.repeat(100_000)],
  ['lists closed as objects', `{"a":${'[}'.repeat(100_000)}`],
  ['nested lists after a comment', `/* " */ ${'['.repeat(100_000)}`],
  ['nested lists after an unterminated string', `"\n${'['.repeat(100_000)}`],
  ['nothing but commas', `{${','.repeat(5_000_000)}`],
  ['nothing but words', `{"a":[${'x '.repeat(2_000_000)}`],
  ['millions of small values', `{"enabledWebhookEvents":[${many(4_000_000, () => '0')}]}`],
  [
    '100,000 values of the wrong type',
    `{"publicKeys":[${many(9000, () => '{"a":[],"b":{},"c":1}')}]}`,
  ],
  [
    'many lists of many',
    `{"userFieldsSchema":[${many(1000, () => `[${many(1000, () => '1')}]`)}]}`,
  ],
  ['a string of 9.9 MB as a schema', `{"userFieldsSchema":"${'x'.repeat(9_900_000)}"}`],
  ['a string of 9.9 MB as a name', `{"name":"${'x'.repeat(9_900_000)}"}`],
  [
    '18,000 lone surrogates and NULs',
    `{"userFieldsSchema":[${many(9000, () => '["\\ud800","\\u0000"]')}]}`,
  ],
]

test.each(floods)('%s: refused with a small response', async (_what, body) => {
  const { status, body: refusal } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body,
  })
  expect(status, JSON.stringify(refusal).slice(0, 500)).toBe(400)
  const { issues } = issuesDataSchema.parse(z.object({ data: z.unknown() }).parse(refusal).data)
  expect(issues.length).toBeGreaterThan(0)
  expect(issues.length).toBeLessThanOrEqual(100)
  expect(JSON.stringify(refusal).length).toBeLessThan(50 * kilobyte)
})

test('a deep schema and a long list within the bounds are accepted', async () => {
  const deep = `{"userFieldsSchema":${'['.repeat(99)}${']'.repeat(99)}}`
  const long = `{"userFieldsSchema":[${many(10_000, () => '1')}]}`
  for (const body of [deep, long]) {
    const { status } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body,
    })
    expect(status).toBe(200)
  }
})

test('a large body takes effect once under its Idempotency-Key', async () => {
  const body = { name: 'Large', test: { type: 'javascript', code: 'x'.repeat(900_000) } }
  const headers = { 'Idempotency-Key': 'large' }
  const create = (sent: object) =>
    api.request('POST', '/connectors', { token, headers, body: sent })
  const first = await create(body)
  expect(first.status).toBe(200)
  expect((await create(body)).body).toEqual(first.body)
  expect((await create({ ...body, name: 'Other' })).status).toBe(422)
})

test('a workspace has four large bodies in progress; other workspaces have their own', async () => {
  const app = managementApi({ dependencies: api.dependencies, extensions: true })
  const other = await api.newWorkspace('Other')
  const patch = async (sender: { id: string }, as: string, body: BodyInit) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${as}` }
    const sent = { method: 'PATCH', body, duplex: 'half', headers }
    return app.request(`/org-workspaces/${sender.id}`, sent)
  }
  const ends: (() => void)[] = []
  /** A body whose rest is asked for once its turn has come. */
  const unfinished = () => {
    let isStarted = false
    return new ReadableStream(
      {
        pull(controller) {
          if (isStarted) ends.push(() => controller.close())
          else controller.enqueue(new TextEncoder().encode(' '.repeat(1.5 * megabyte)))
          isStarted = true
        },
      },
      { highWaterMark: 0 },
    )
  }
  const held = Array.from({ length: 4 }, () => patch(workspace, token, unfinished()))
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(4)
  const large = `${' '.repeat(megabyte)}{"name":"Large"}`
  const finished: string[] = []
  const note = (name: string) => () => void finished.push(name)
  const fifth = patch(workspace, token, large)
  void fifth.then(note('fifth'))
  await patch(workspace, token, '{"name":"Small"}').then(note('small'))
  await patch(other, await adminToken(other), large).then(note('other'))
  expect(finished).toEqual(['small', 'other'])
  for (const end of ends) end()
  expect((await fifth).status).toBe(200)
  for (const { status } of await Promise.all(held)) expect(status).toBe(200)
})

test('bodies of less than a megabyte take turns too, by their size', async () => {
  const app = managementApi({ dependencies: api.dependencies, extensions: true })
  const send = async (body: BodyInit, length: number) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(length),
      Authorization: `Bearer ${token}`,
    }
    const sent = { method: 'PATCH', body, duplex: 'half', headers }
    return (await app.request(`/org-workspaces/${workspace.id}`, sent)).status
  }
  const ends: (() => void)[] = []
  const unfinished = () =>
    new ReadableStream(
      {
        pull(controller) {
          ends.push(() => {
            controller.enqueue(new TextEncoder().encode('[]'))
            controller.close()
          })
        },
      },
      { highWaterMark: 0 },
    )
  const held = Array.from({ length: 40 }, () => send(unfinished(), 900_000))
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(40)
  const next = send(unfinished(), 100_000)
  expect(await send('[]', 2)).toBe(400)
  expect(ends).toHaveLength(40)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1)
  ends[0]?.()
  expect(new Set(await Promise.all([...held, next]))).toEqual(new Set([400]))
})

test('a client that goes away while it sends a body is no error of the server', async () => {
  const failed = api.logged.length
  for (const length of [{}, { 'Content-Length': '100' }])
    expect(await statusOfFailingBody(length, { isClientGone: true })).toBe(400)
  expect(api.logged.slice(failed).map(({ message }) => message)).not.toContain('request failed')
})

test('a body that fails while its client is there is an error of the server', async () => {
  const failed = api.logged.length
  for (const length of [{}, { 'Content-Length': '100' }])
    expect(await statusOfFailingBody(length, { isClientGone: false })).toBe(500)
  const messages = api.logged.slice(failed).map(({ message }) => message)
  expect(messages.filter((message) => message === 'request failed')).toHaveLength(2)
})

/** Sends a request with a body that fails while it is read. */
async function statusOfFailingBody(
  length: Record<string, string>,
  { isClientGone }: { isClientGone: boolean },
): Promise<number> {
  const app = managementApi({ dependencies: api.dependencies, extensions: true })
  const connection = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      if (isClientGone) connection.abort()
      controller.error(new Error('aborted'))
    },
  })
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const { signal } = connection
  const sent = { method: 'PATCH', body, duplex: 'half', signal, headers: { ...headers, ...length } }
  return (await app.request(`/org-workspaces/${workspace.id}`, sent)).status
}

import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import { AuthCache } from '@/server/core/access/auth-cache'
import type { DemoAccess } from '@/server/core/ports/demo-access'
import { managementApi } from '@/server/http/api'
import { adminToken, type Sent } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { assertNoDemoData, isDemo } from './demo-data'
import { removeDemo, resetDemo } from './seed'
import { storyDay } from './story-calendar'
import { workspaceRows } from './workspaces'

const local = await apiPerFile()
beforeAll(async () => {
  await resetDemo(local.dependencies)
})

/** Asks a server over the same demo data that runs the demo for others, or not at all. */
async function ask(
  options: { demo?: DemoAccess | undefined; address?: string },
  method: string,
  path: string,
  { token = local.operatorToken, headers = {}, body }: Sent = {},
) {
  const { database, clock } = local.dependencies
  const authCache = new AuthCache(database, clock)
  const api = managementApi({
    dependencies: { ...local.dependencies, demo: options.demo, authCache },
    extensions: true,
    addressOf: () => options.address ?? '127.0.0.1',
  })
  const response = await api.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: z.json().parse(await response.json()) }
}
const operatorSignIn = { body: { role: 'operator' } }
const closed = { demo: undefined }

const tokenIn = (body: unknown) => operations.signInToDemo.response.parse(body).token

test('without the demo its operations do not exist, even if there is demo data', async () => {
  expect(await isDemo(local.dependencies.database)).toBe(true)
  for (const [method, path] of [
    ['GET', '/demo'],
    ['POST', '/demo/sign-in'],
    ['GET', '/demo/received'],
    ['POST', '/demo/reset'],
  ] as const) {
    const sent = path === '/demo/sign-in' ? operatorSignIn : {}
    const { status } = await ask(closed, method, path, sent)
    expect([path, status]).toEqual([path, 404])
  }
  const document = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse((await ask(closed, 'GET', '/openapi.json')).body)
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/demo'))).toEqual([])
})

test('a token of the demo is refused by a server without the demo', async () => {
  const open = { demo: { isPublic: false } }
  const token = tokenIn((await ask(open, 'POST', '/demo/sign-in', operatorSignIn)).body)
  expect((await ask(open, 'GET', '/org-workspaces', { token })).status).toBe(200)
  expect((await ask(closed, 'GET', '/org-workspaces', { token })).status).toBe(401)
})

test.each([
  ['this machine', {}, {}, 200],
  ['this machine by IPv6', { address: '::1' }, {}, 200],
  ['this machine, mapped', { address: '::ffff:127.0.0.1' }, {}, 200],
  ['its own console', {}, { Host: 'localhost:4600', Origin: 'http://localhost:4600' }, 200],
  ['another machine', { address: '192.0.2.7' }, {}, 403],
  ['another machine by IPv6', { address: '2001:db8::7' }, {}, 403],
  ['a proxy on this machine', {}, { 'X-Forwarded-For': '192.0.2.7' }, 403],
  ['a proxy that claims to be local', {}, { 'X-Forwarded-For': '127.0.0.1' }, 403],
  ['a rebound name', {}, { Host: 'rebound.example:4600' }, 403],
  ['a name that begins like this machine', {}, { Host: '127.0.0.1.example' }, 403],
  ['a page of another site', {}, { Origin: 'https://elsewhere.example' }, 403],
  ['a page of another port', {}, { Host: '127.0.0.1:4600', Origin: 'http://127.0.0.1:9999' }, 403],
  ['a page without an origin', {}, { Origin: 'null' }, 403],
  ['another machine, when public', { address: '192.0.2.7', demo: { isPublic: true } }, {}, 200],
  [
    'a public console behind TLS',
    { address: '192.0.2.7', demo: { isPublic: true } },
    { Host: 'demo.example', Origin: 'https://demo.example' },
    200,
  ],
  [
    'a page of another site, when public',
    { demo: { isPublic: true } },
    { Host: 'demo.example', Origin: 'https://elsewhere.example' },
    403,
  ],
] as const)('the demo, asked by %s: %j %j', async (_who, options, headers, status) => {
  const access = { demo: { isPublic: false }, ...options }
  const statusOf = async (method: string, path: string, sent: Sent = {}) =>
    (await ask(access, method, path, { ...sent, headers })).status
  expect(await statusOf('GET', '/demo')).toBe(status)
  expect(await statusOf('POST', '/demo/sign-in', operatorSignIn)).toBe(status)
  // Where it is open, another test resets it, which takes some seconds.
  if (status === 403) expect(await statusOf('POST', '/demo/reset')).toBe(403)
})

test('secrets of workspaces differ each time the demo is made', async () => {
  const secrets = async () => {
    const rows = await workspaceRows(local.dependencies.secretBox, storyDay(new Date()))
    return Promise.all(
      rows.map(({ encrypted_secret: sealed }) => local.dependencies.secretBox.open(sealed)),
    )
  }
  const all = [...(await secrets()), ...(await secrets())]
  expect(new Set(all).size).toBe(all.length)
})

test('removing the demo empties the database; other workspaces need a confirmation', async () => {
  const { dependencies } = local
  const { database } = dependencies
  await expect(assertNoDemoData(database)).rejects.toThrow(/DEMO=on[^]*demo-remove/)
  const own = await local.newWorkspace('Not of the demo')
  await expect(removeDemo(dependencies, { all: false })).rejects.toThrow(/Not of the demo[^]*--all/)
  const kept = await local.request('GET', '/connectors', { token: await adminToken(own) })
  expect(kept.status).toBe(200)

  await removeDemo(dependencies, { all: true })
  await assertNoDemoData(database)
  const { body } = await local.request('GET', '/org-workspaces?includeArchived=true', {
    token: local.operatorToken,
  })
  expect(body).toEqual({ items: [] })
  await expect(removeDemo(dependencies, { all: true })).rejects.toThrow('no demo data')
  expect((await local.newWorkspace('The first')).key).toBeDefined()
})

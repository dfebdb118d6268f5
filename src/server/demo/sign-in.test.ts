import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '@/contract/operations'
import type { DemoAccess } from '@/server/core/ports/demo-access'
import { testApi } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { resetDemoOnRequest } from './reset'
import { resetDemo } from './seed'
import { getDemo } from './sign-in'
import { developmentKey, productionKey, workspaceId } from './workspaces'

const api = await apiPerFile()
beforeAll(async () => {
  await resetDemo(api.dependencies)
})

const session = z.object({ token: z.string(), workspaceId: z.string().optional() })
const signIn = async (body: object) =>
  session.parse((await api.request('POST', '/demo/sign-in', { body })).body)

test('the demo names the workspaces to sign in to, without the archived one', async () => {
  const { status, body } = await api.request('GET', '/demo')
  expect(status).toBe(200)
  const { note, workspaces } = z
    .object({ note: z.string(), workspaces: z.array(z.object({ key: z.string() })) })
    .parse(body)
  expect(note).toContain('demo data')
  expect(workspaces.map(({ key }) => key)).toEqual([
    productionKey,
    developmentKey,
    'harbour-migration',
  ])
})

test('an admin may change the workspace, a reader may not, an operator reaches all', async () => {
  const [admin, reader, operator] = [
    await signIn({ role: 'admin' }),
    await signIn({ role: 'reader' }),
    await signIn({ role: 'operator' }),
  ]
  const id = workspaceId(productionKey)
  expect([admin.workspaceId, reader.workspaceId, operator.workspaceId]).toEqual([id, id, undefined])
  const status = async (token: string, workspace = id) =>
    (await api.request('PATCH', `/org-workspaces/${workspace}`, { token, body: {} })).status
  expect([
    await status(admin.token),
    await status(reader.token),
    await status(operator.token),
    await status(operator.token, workspaceId(developmentKey)),
  ]).toEqual([200, 403, 200, 200])
})

test('the workspace can be chosen; archived and unknown ones are not found', async () => {
  expect(await signIn({ role: 'admin', workspaceId: workspaceId(developmentKey) })).toMatchObject({
    workspaceId: workspaceId(developmentKey),
  })
  for (const workspace of [workspaceId('larkfield-pilot-2024'), 'no-such-workspace']) {
    expect(
      await api.request('POST', '/demo/sign-in', {
        body: { role: 'admin', workspaceId: workspace },
      }),
    ).toMatchObject({ status: 404, body: { key: 'not_found' } })
  }
})

test('the note says where the demo runs, and who can sign in', async () => {
  const noteOf = async (demo: DemoAccess) => {
    const context = { ...api.dependencies, demo, requestId: 'ticket-1' }
    const { note, storage, seededAt } = await getDemo(context)
    expect(Math.abs(Date.parse(seededAt) - Date.now())).toBeLessThan(600_000)
    return [note.split(/[:.] /).slice(0, 2).join(': '), storage]
  }
  expect(await noteOf({ isPublic: true })).toEqual([
    'This server runs demo data: Anyone who can reach it can sign in without a secret, ' +
      'and the demo can be reset at any time.',
    undefined,
  ])
  expect(await noteOf({ isPublic: false })).toEqual([
    'This server runs demo data: Anyone on this machine can sign in without a secret, ' +
      'and the demo can be reset at any time.',
    undefined,
  ])
  const browser = { storage: 'memory' as const, restore: async () => {} }
  expect(await noteOf({ isPublic: true, browser })).toEqual([
    'The API and its database run in this browser: nothing is sent to a server',
    'memory',
  ])
})

test('of the sessions, only that of an admin may change things, and its name says so', async () => {
  const claimsOf = async (body: object) =>
    api.dependencies.serverTokens.verify((await signIn(body)).token, new Date())
  expect(await claimsOf({ role: 'admin' })).toMatchObject({
    workspaceKey: productionKey,
    demo: true,
    isAdmin: true,
    name: 'Demo admin',
  })
  expect(await claimsOf({ role: 'reader' })).toMatchObject({
    workspaceKey: productionKey,
    demo: true,
    isAdmin: false,
    name: 'Demo reader',
  })
  const operator = await claimsOf({ role: 'operator' })
  expect(operator).toMatchObject({ demo: true, operator: true, name: 'Demo operator' })
  expect(operator).not.toHaveProperty('workspaceKey')
})

test('a reset in a browser restores the prepared copy', async () => {
  let restored = 0
  const restore = async () => void (restored += 1)
  const caller = { role: 'operator', name: 'Olga' } as const
  const demo: DemoAccess = { isPublic: true, browser: { storage: 'browser', restore } }
  const trail = { entries: 0, workspaces: new Set<string>() }
  const context = { ...api.dependencies, demo, caller, trail, requestId: 'ticket-1' }
  api.logged.length = 0
  expect(await resetDemoOnRequest(context)).toEqual({ reset: true })
  expect(restored).toBe(1)
  expect(api.logged).toEqual([
    { facts: { requestId: 'ticket-1', by: 'Olga' }, message: 'the demo was reset' },
  ])
})

test('what was recorded shortly before a reset is recorded again after it', async () => {
  const [admin, operator, reader] = await Promise.all(
    ['admin', 'operator', 'reader'].map(async (role) => (await signIn({ role })).token),
  )
  const id = workspaceId(productionKey)
  const act = async () => {
    await api.request('GET', `/org-workspaces/${id}`, { token: operator })
    const renamed = { token: reader, body: { name: 'Renamed' } }
    await api.request('PATCH', `/org-workspaces/${id}`, renamed)
  }
  const latest = async (outcome: string) => {
    const path = `/audit-events?limit=1&outcome=${outcome}`
    const { body } = await api.request('GET', path, { token: admin })
    const [newest] = operations.listAuditEvents.response.parse(body).items
    return Date.parse(newest?.createdAt ?? '')
  }
  await act()
  await api.request('POST', '/demo/reset', { token: operator })
  const reset = api.dependencies.clock().getTime()
  await act()
  for (const outcome of ['read', 'refused'])
    expect(await latest(outcome), outcome).toBeGreaterThanOrEqual(reset)
})

test('a server without demo data offers neither', async () => {
  const other = await testApi()
  for (const [method, path, sent] of [
    ['GET', '/demo', {}],
    ['POST', '/demo/sign-in', { body: { role: 'operator' } }],
  ] as const) {
    expect(await other.request(method, path, sent)).toMatchObject({
      status: 404,
      body: { key: 'not_found' },
    })
  }
  await other.close()
}, 60_000)

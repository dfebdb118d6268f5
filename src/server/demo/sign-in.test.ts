import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApi, type TestApi } from '../testing/api'
import { resetDemo } from './seed'
import { developmentKey, productionKey, workspaceId } from './workspaces'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await resetDemo(api.dependencies)
}, 60_000)
afterAll(() => api.close())

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

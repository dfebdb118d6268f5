import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoReceiverHost } from '../../contract/demo'
import { operations } from '../../contract/operations'
import { deliverDueWebhooks } from '../notifications/deliver-webhooks'
import { testApi, type TestApi } from '../testing/api'
import { withDemoReceiver } from './receiver'
import { resetDemo } from './seed'
import { productionKey, workspaceId } from './workspaces'

let api: TestApi
const called: string[] = []
const outside: typeof fetch = async (input) => {
  called.push(new Request(input).url)
  return new Response(null, { status: 204 })
}

beforeAll(async () => {
  api = await testApi()
  await resetDemo(api.dependencies)
  api.dependencies.fetch = withDemoReceiver(outside, api.dependencies)
})
afterAll(() => api.close())

const admin = async () =>
  (await api.request('POST', '/demo/sign-in', { body: { role: 'admin' } })).body
test('a webhook of the demo arrives without a network, signed; others go out', async () => {
  const { token } = operations.signInToDemo.response.parse(await admin())
  const patch = (body: object) =>
    api.request('PATCH', `/org-workspaces/${workspaceId(productionKey)}`, { token, body })
  await patch({ name: 'Larkfield' })
  await deliverDueWebhooks(api.dependencies)
  expect(called).toEqual([])
  const received = operations.listDemoReceived.response.parse(
    (await api.request('GET', '/demo/received', { token })).body,
  ).items
  expect(received.map(({ body }) => JSON.parse(body).eventType)).toEqual(['workspace.updated'])

  await patch({ webhookUri: 'https://elsewhere.example/' })
  await deliverDueWebhooks(api.dependencies)
  expect(called).toEqual(['https://elsewhere.example/'])
})

test('webhooks without a valid signature of a demo workspace are refused', async () => {
  const response = await api.dependencies.fetch(`https://${demoReceiverHost}/signalbox`, {
    method: 'POST',
    body: '{}',
  })
  expect(response.status).toBe(401)
})

test('a reset through the API restores the demo data', async () => {
  const { token } = operations.signInToDemo.response.parse(await admin())
  expect((await api.request('POST', '/demo/reset', { token })).body).toEqual({ reset: true })
  const list = operations.listDemoReceived.response.parse(
    (await api.request('GET', '/demo/received', { token })).body,
  )
  expect(list.items).toEqual([])
})

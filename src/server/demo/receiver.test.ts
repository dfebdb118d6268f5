import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { demoReceiverHost, listedDemoWebhooks } from '@/contract/demo'
import { operations } from '@/contract/operations'
import { deliverDueWebhooks } from '@/server/notifications/deliver-webhooks'
import { testApi } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { withDemoReceiver } from './receiver'
import { resetDemo } from './seed'
import { developmentKey, productionKey, workspaceId } from './workspaces'

const called: string[] = []
const outside: typeof fetch = async (input) => {
  called.push(new Request(input).url)
  return new Response(null, { status: 204 })
}

const api = await apiPerFile()
beforeAll(async () => {
  await resetDemo(api.dependencies)
  api.dependencies.fetch = withDemoReceiver(outside, api.dependencies)
})

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

const count = listedDemoWebhooks + 2
async function fillReceived() {
  const rows = [productionKey, developmentKey].flatMap((key) =>
    Array.from({ length: count }, (_, index) => ({
      id: uuid(),
      workspace_id: workspaceId(key),
      webhook_id: `${key} ${index}`,
      body: '{}',
      received_at: new Date(),
    })),
  )
  await api.dependencies.database.insertInto('demo_received').values(rows).execute()
}

test('each workspace lists the latest webhooks that it got, newest first', async () => {
  await fillReceived()
  const listed = async (key: string) => {
    const body = { role: 'admin', workspaceId: workspaceId(key) }
    const signedIn = await api.request('POST', '/demo/sign-in', { body })
    const { token } = operations.signInToDemo.response.parse(signedIn.body)
    const received = await api.request('GET', '/demo/received', { token })
    return operations.listDemoReceived.response
      .parse(received.body)
      .items.map(({ webhookId }) => webhookId)
  }
  for (const key of [productionKey, developmentKey])
    expect(await listed(key)).toEqual(
      Array.from({ length: listedDemoWebhooks }, (_, index) => `${key} ${count - 1 - index}`),
    )
})

test('webhooks that a workspace no longer lists are deleted when it gets another', async () => {
  const { database } = api.dependencies
  await resetDemo(api.dependencies)
  await fillReceived()
  const { token } = operations.signInToDemo.response.parse(await admin())
  const path = `/org-workspaces/${workspaceId(productionKey)}`
  await api.request('PATCH', path, { token, body: { name: 'Larkfield' } })
  await deliverDueWebhooks(api.dependencies)
  const kept = async (key: string) => {
    const rows = database.selectFrom('demo_received').select('webhook_id').orderBy('id')
    return (await rows.where('workspace_id', '=', workspaceId(key)).execute()).map(
      ({ webhook_id: id }) => id,
    )
  }
  const production = await kept(productionKey)
  expect(production).toHaveLength(listedDemoWebhooks)
  expect(production[0]).toBe(`${productionKey} 3`)
  expect(production.at(-1)).not.toContain(productionKey)
  expect(await kept(developmentKey)).toHaveLength(count)
})

test('without demo data, requests to the address of the receiver go out', async () => {
  const other = await testApi()
  called.length = 0
  const uri = `https://${demoReceiverHost}/signalbox`
  await withDemoReceiver(outside, other.dependencies)(uri, { method: 'POST', body: '{}' })
  expect(called).toEqual([uri])
  await other.close()
})

test('a reset through the API restores the demo data', async () => {
  const { token } = operations.signInToDemo.response.parse(await admin())
  expect((await api.request('POST', '/demo/reset', { token })).body).toEqual({ reset: true })
  const list = operations.listDemoReceived.response.parse(
    (await api.request('GET', '/demo/received', { token })).body,
  )
  expect(list.items).toEqual([])
})

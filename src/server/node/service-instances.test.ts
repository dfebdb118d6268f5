import { afterAll, beforeAll, expect, test } from 'vitest'
import { respondWith, startReceiver, type Receiver } from '@/server/testing/receiver'
import { serviceInstances } from './service-instances'

let instance: Receiver
beforeAll(async () => void (instance = await startReceiver()))
afterAll(() => instance.close())

const mirror = (serviceInstanceId = 'eu') =>
  serviceInstances({ eu: { url: `${instance.uri}/`, token: 'instance-token' } })({
    serviceInstanceId,
    workspaceId: 'w-1',
    operatorLimits: { apiRequestsPerSecond: { unit: 'number', value: 5 } },
  })

test('operator limits are sent to the instance that owns the workspace', async () => {
  expect(await mirror()).toBe('mirrored')
  expect(instance.received).toMatchObject([
    {
      method: 'PUT',
      path: '/hook/org-workspaces/w-1/operator-limits',
      headers: { authorization: 'Bearer instance-token', 'content-type': 'application/json' },
      body: '{"operatorLimits":{"apiRequestsPerSecond":{"unit":"number","value":5}}}',
    },
  ])
})

test('a refusal is an error, and a redirect is not followed', async () => {
  instance.response = respondWith(403)
  await expect(mirror()).rejects.toThrow('The owning instance responded with 403')
  instance.response = respondWith(307, '', { Location: instance.uri })
  await expect(mirror()).rejects.toThrow('The owning instance responded with 307')
})

test('why an instance has no response is said', async () => {
  instance.response = (response) => void response.destroy()
  await expect(mirror()).rejects.toThrow(
    'The address closed the connection before it had responded',
  )
})

test('nothing is sent to an instance that is not configured', async () => {
  const before = instance.received.length
  expect(await mirror('mars')).toBe('unknown instance')
  expect(instance.received).toHaveLength(before)
})

import { expect, test } from 'vitest'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { AddressThrottle, manyFailures } from './address-throttle'
import { managementApi } from './api'

const api = await apiPerFile()
const token = await adminToken(await api.newWorkspace('Throttled'))

/** An API with a fake clock that takes the client's address from a header. */
function throttledApi({ requestsPerSecond = 0, failedSignInsPerMinute = 0 }) {
  let now = 0
  const logged: { facts: object; message: string }[] = []
  const record = (facts: object, message: string) => void logged.push({ facts, message })
  const throttle = new AddressThrottle({
    requestsPerSecond,
    failedSignInsPerMinute,
    log: { info: record, error: record },
    now: () => now,
  })
  const app = managementApi({
    dependencies: api.dependencies,
    extensions: true,
    throttle,
    addressOf: (context) => context.req.header('X-Test-Address'),
  })
  return {
    logged,
    wait: (milliseconds: number) => void (now += milliseconds),
    async get(address: string, as: string | undefined = token) {
      const response = await app.request('/connectors', {
        headers: {
          'X-Test-Address': address,
          ...(as === '' ? {} : { Authorization: `Bearer ${as}` }),
        },
      })
      await response.text()
      return response
    },
  }
}

async function statuses(count: number, send: () => Promise<Response>): Promise<number[]> {
  const all = []
  for (let sent = 0; sent < count; sent += 1) all.push((await send()).status)
  return all
}

test('an address over its rate gets 429 with Retry-After; others are not affected', async () => {
  const { get, wait } = throttledApi({ requestsPerSecond: 2 })
  expect(await statuses(10, () => get('203.0.113.7'))).toEqual(Array(10).fill(200))
  const refused = await get('203.0.113.7')
  expect([
    refused.status,
    refused.headers.get('Retry-After'),
    refused.headers.get('RateLimit-Policy'),
    refused.headers.get('RateLimit'),
    refused.headers.get('Access-Control-Allow-Origin'),
    refused.headers.get('API-Version'),
  ]).toEqual([429, '1', '"address";q=10;w=5', '"address";r=0;t=1', '*', '1.0'])
  expect((await get('203.0.113.8')).status).toBe(200)
  wait(1000)
  expect(await statuses(3, () => get('203.0.113.7'))).toEqual([200, 200, 429])
})

test('requests without a token count too', async () => {
  const { get } = throttledApi({ requestsPerSecond: 1 })
  expect(await statuses(6, () => get('203.0.113.9', ''))).toEqual([401, 401, 401, 401, 401, 429])
})

test('an IPv6 /64 network is one sender; so is an IPv4 address in either notation', async () => {
  const { get } = throttledApi({ requestsPerSecond: 1 })
  await statuses(5, () => get('2001:db8::1'))
  expect((await get('2001:db8::ffff')).status).toBe(429)
  expect((await get('2001:db8:0:1::1')).status).toBe(200)
  await statuses(5, () => get('198.51.100.1'))
  expect((await get('::ffff:198.51.100.1')).status).toBe(429)
})

test('this machine is not throttled', async () => {
  const { get } = throttledApi({ requestsPerSecond: 1, failedSignInsPerMinute: 1 })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await statuses(12, () => get(address))).toEqual(Array(12).fill(200))
})

test('refused tokens use up a smaller bucket; tokens accepted earlier still pass', async () => {
  const { get, wait } = throttledApi({ failedSignInsPerMinute: 6 })
  expect((await get('203.0.113.7')).status).toBe(200)
  expect(await statuses(8, () => get('203.0.113.7', 'bad'))).toEqual([
    ...Array(6).fill(401),
    429,
    429,
  ])
  const refused = await get('203.0.113.7', 'bad')
  expect([refused.headers.get('Retry-After'), refused.headers.get('RateLimit-Policy')]).toEqual([
    '10',
    '"address-sign-in";q=6;w=60',
  ])
  expect((await get('203.0.113.7')).status).toBe(200)
  wait(10_000)
  expect(await statuses(2, () => get('203.0.113.7', 'bad'))).toEqual([401, 429])
})

test('a token that was accepted earlier counts as any other once it is refused', async () => {
  const { get } = throttledApi({ failedSignInsPerMinute: 6 })
  const workspace = await api.newWorkspace('Rotated')
  const revoked = await adminToken(workspace)
  expect((await get('203.0.113.7', revoked)).status).toBe(200)
  await api.request('POST', `/org-workspaces/${workspace.id}/rotate-secret`, { token: revoked })
  expect(await statuses(8, () => get('203.0.113.7', revoked))).toEqual([
    ...Array(6).fill(401),
    429,
    429,
  ])
})

test('failed sign-ins are logged with their address, up to a maximum', async () => {
  const { get, logged, wait } = throttledApi({})
  await statuses(manyFailures + 10, () => get('203.0.113.7', 'wrong-token'))
  expect(logged).toHaveLength(manyFailures)
  expect(logged[0]).toMatchObject({
    message: 'failed sign-in',
    facts: { address: '203.0.113.7', count: 1, operation: 'listConnectors' },
  })
  expect(logged.at(-1)?.message).toMatch(/^many failed sign-ins from one address/)
  expect(JSON.stringify(logged)).not.toContain('wrong-token')
  wait(11 * 60_000)
  await get('203.0.113.7', 'bad')
  expect(logged.at(-1)?.message).toBe('failed sign-in')
})

test('failed sign-ins from one IPv6 /64 network are counted together', async () => {
  const { get, logged } = throttledApi({})
  await get('2001:db8:1:2::1', 'bad')
  await get('2001:db8:1:2::2', 'bad')
  expect(logged.map(({ facts }) => facts)).toMatchObject([{ count: 1 }, { count: 2 }])
})

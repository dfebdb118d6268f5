import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52814', '203.0.113.7'],
  ['[2001:db8::7]:52814', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['unknown', 'unknown'],
])('behind a trusted proxy that forwards for %s, the client is %s', async (header, address) => {
  const app = new Hono().get('/', (context) => context.text(clientAddress(true)(context) ?? ''))
  const response = await app.request('/', { headers: { 'X-Forwarded-For': header } })
  expect(await response.text()).toBe(address)
})

// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { referenceQuery } from './reference'

afterEach(() => vi.unstubAllGlobals())
const read = () => new QueryClient().fetchQuery({ ...referenceQuery('/api'), retry: false })

test('without a network the reference says so, not that nothing is published', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(read()).rejects.toMatchObject({ status: 0 })
})

test('an engine that publishes something else has no reference', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')))
  await expect(read()).rejects.toThrow('/api publishes no OpenAPI document')
})

test('a server that is busy is not said to publish nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":"Busy"}', { status: 503 }))
  await expect(read()).rejects.toMatchObject({ status: 503, message: 'Busy' })
})

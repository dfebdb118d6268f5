import { expect, test } from 'vitest'
import { testProvider } from '@/server/testing/identity-provider'
import { providerMetadata } from './provider-metadata'

async function setUp() {
  let now = Date.now()
  const clock = () => new Date(now)
  const tested = await testProvider(clock, [])
  return {
    tested,
    read: () => providerMetadata({ clock }, tested.provider),
    wait: (seconds: number) => void (now += seconds * 1000),
    requests: () => tested.requests.length,
  }
}

test('the addresses are read once an hour, and once for requests at the same time', async () => {
  const { tested, read, wait, requests } = await setUp()
  const [first] = await Promise.all([read(), read()])
  expect(first.jwks_uri).toBe(`${tested.issuer}/keys`)
  wait(3599)
  await read()
  expect(requests()).toBe(1)
  wait(1)
  await read()
  expect(requests()).toBe(2)
})

test('a provider that is down is asked every five seconds; its last metadata is used', async () => {
  const { tested, read, wait, requests } = await setUp()
  const first = await read()
  wait(3600)
  tested.isDown = true
  expect(await read()).toEqual(first)
  wait(4.9)
  expect(await read()).toEqual(first)
  expect(requests()).toBe(2)
  wait(0.1)
  expect(await read()).toEqual(first)
  expect(requests()).toBe(3)
})

test('after the clock is set back, the provider is asked again', async () => {
  const { tested, read, wait, requests } = await setUp()
  await read()
  wait(-7200)
  await read()
  expect(requests()).toBe(2)
  tested.isDown = true
  wait(3600)
  await read()
  expect(requests()).toBe(3)
  wait(-7200)
  await read()
  expect(requests()).toBe(4)
})

test('without metadata, the failure is returned until the next attempt', async () => {
  const { tested, read, wait, requests } = await setUp()
  tested.isDown = true
  await expect(read()).rejects.toThrow('fetch failed')
  wait(4.9)
  await expect(read()).rejects.toThrow('fetch failed')
  expect(requests()).toBe(1)
  tested.isDown = false
  wait(0.1)
  expect((await read()).issuer).toBe(tested.issuer)
})

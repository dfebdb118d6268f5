// @vitest-environment happy-dom
import { UnsecuredJWT } from 'jose'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { declineRenewal, isRenewing, setSession } from '@/console/session/current-session'
import { renderHook } from '@/console/testing/render'
import type { App } from '@/contract/apps'
import { useArchiveOneByOne } from './use-archive-one-by-one'

const keys = Array.from({ length: 20 }, (_, index) => `app-${index}`)

const noApps: readonly App[] = []

/** Renders a run of the apps, and returns a function that reads its state. */
const begin = (selectors: readonly string[] = keys, apps: readonly App[] = noApps) =>
  renderHook(() => useArchiveOneByOne('1', selectors, undefined, apps))

/** Responds to each request with the next of these statuses, in the end with 200. */
function respondWith(...statuses: number[]) {
  const fetch = vi.fn<() => Promise<Response>>(
    async () => new Response('null', { status: statuses.shift() ?? 200 }),
  )
  vi.stubGlobal('fetch', fetch)
  setSession({
    baseUrl: 'http://engine.example',
    token: new UnsecuredJWT({ workspaceKey: 'shop', isAdmin: true }).encode(),
  })
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('a run whose apps were all tried is done, and those that failed can be retried', async () => {
  const fetch = respondWith(200, 500, 500)
  const run = begin()
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', failed: 2, left: 0 })
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', failed: 0 })
  expect(fetch).toHaveBeenCalledTimes(keys.length + 2)
})

test('a run pauses when the session has expired, and continues after a sign-in', async () => {
  const fetch = respondWith(200, ...keys.map(() => 401))
  const run = begin()
  await act(async () => {
    const started = run().start()
    await vi.waitFor(() => expect(isRenewing()).toBe(true))
    declineRenewal()
    await started
  })
  expect(run().stage).toBe('paused')
  expect(fetch.mock.calls.length).toBeLessThan(10)
  respondWith()
  await act(() => run().start())
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', failed: 0 })
})

test('a pause ends the wait that the engine asked for', async () => {
  respondWith()
  const later = { status: 429, headers: { 'Retry-After': '60' } }
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response('null', later))
  vi.stubGlobal('fetch', fetch)
  const run = begin()
  await act(async () => void run().start())
  await act(() => vi.waitFor(() => expect(run().heldSeconds).toBe(60)))
  await act(async () => run().pause())
  expect(run()).toMatchObject({ stage: 'ready', heldSeconds: undefined })
})

test('a run that goes on before the last responses counts each app once', async () => {
  respondWith()
  let respond = () => {}
  const responded = new Promise<void>((resolve) => (respond = resolve))
  const fetch = vi.fn<() => Promise<Response>>(async () => {
    if (fetch.mock.calls.length <= 12) await responded
    else await new Promise(() => {})
    return new Response('null')
  })
  vi.stubGlobal('fetch', fetch)
  const run = begin()
  await act(async () => void run().start())
  await act(async () => run().pause())
  await act(async () => void run().start())
  expect(fetch).toHaveBeenCalledTimes(12)
  await act(async () => respond())
  await act(async () => vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(18)))
  expect(run()).toMatchObject({ stage: 'running', left: keys.length - 6 })
})

test('an app that is named twice is archived and counted once', async () => {
  const fetch = respondWith()
  const app = {
    id: 'id-app-0',
    key: 'app-0',
    name: 'App',
    uuid: 'uuid-0',
    isReadOnly: false,
    isPublic: false,
  }
  const run = begin([...keys, app.id], [app])
  expect(run()).toMatchObject({ left: keys.length, count: keys.length })
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', left: 0, share: 1 })
  expect(fetch).toHaveBeenCalledTimes(keys.length)
})

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { UnsecuredJWT } from 'jose'
import { act, createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { declineRenewal, isRenewing, setSession } from '@/console/session/current-session'
import type { App } from '@/contract/apps'
import { useArchiveOneByOne } from './use-archive-one-by-one'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Run = ReturnType<typeof useArchiveOneByOne>

const keys = Array.from({ length: 20 }, (_, index) => `app-${index}`)

const noApps: readonly App[] = []

/** Renders a run of the apps, and returns a function that reads its state. */
async function begin(
  selectors: readonly string[] = keys,
  apps: readonly App[] = noApps,
): Promise<() => Run> {
  const onRender = vi.fn<(run: Run) => void>()
  function Archive() {
    const run = useArchiveOneByOne('1', selectors, undefined, apps)
    useEffect(() => onRender(run))
    return null
  }
  const client = new QueryClient()
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(createElement(QueryClientProvider, { client }, createElement(Archive))),
  )
  return () => onRender.mock.lastCall?.[0] ?? expect.unreachable('Nothing is rendered')
}

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
  const run = await begin()
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', failed: 2, left: 0 })
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', failed: 0 })
  expect(fetch).toHaveBeenCalledTimes(keys.length + 2)
})

test('a run pauses when the session has expired, and continues after a sign-in', async () => {
  const fetch = respondWith(200, ...keys.map(() => 401))
  const run = await begin()
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
  const run = await begin()
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
  const run = await begin([...keys, app.id], [app])
  expect(run()).toMatchObject({ left: keys.length, count: keys.length })
  await act(() => run().start())
  expect(run()).toMatchObject({ stage: 'done', left: 0, share: 1 })
  expect(fetch).toHaveBeenCalledTimes(keys.length)
})

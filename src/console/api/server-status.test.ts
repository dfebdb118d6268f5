// @vitest-environment happy-dom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { setSession } from '@/console/session/current-session'
import { appendOnly } from './queries'
import { queryClient } from './query-client'
import { checkServer } from './server-status'

afterEach(() => {
  vi.unstubAllGlobals()
  setSession(undefined)
  queryClient.clear()
})

test('the return of the server makes lists stale, except those only added to', async () => {
  setSession({ baseUrl: 'http://engine.example/api', token: 'token' })
  const read = vi.fn<(name: string) => Promise<string>>(async (name) => name)
  const show = (name: string, options: object) =>
    new InfiniteQueryObserver(queryClient, {
      queryKey: [name],
      queryFn: () => read(name),
      initialPageParam: 0,
      getNextPageParam: () => undefined,
      ...options,
    }).subscribe(() => {})
  show('alerts', {})
  show('history', appendOnly)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await checkServer()
  vi.stubGlobal('fetch', async () => new Response())
  await checkServer()
  await vi.waitFor(() => expect(read.mock.calls.slice(2)).toEqual([['alerts']]))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(read).toHaveBeenCalledTimes(3)
})

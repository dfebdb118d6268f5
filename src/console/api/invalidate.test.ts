import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { appOperations } from '@/contract/apps'
import type { ResponseOf } from '@/contract/operation'
import { archivePreviewQuery } from './apps'
import { invalidate } from './invalidate'
import { appendOnly } from './queries'

test('finished requests are repeated, and requests in flight once they have finished', async () => {
  const client = new QueryClient()
  const arrivals: ((value: string) => void)[] = []
  const observe = (name: string, read: () => Promise<string>) => {
    const observer = new QueryObserver(client, { queryKey: [name], queryFn: read })
    observer.subscribe(() => {})
    return () => observer.getCurrentResult().data
  }
  let known = 'kept'
  const early = observe('early', () => Promise.resolve(known))
  const late = observe('late', () => new Promise<string>((resolve) => arrivals.push(resolve)))
  await vi.waitFor(() => expect(early()).toBe('kept'))

  known = 'current'
  void invalidate(client)
  await vi.waitFor(() => expect(early()).toBe('current'))
  arrivals[0]?.('kept')
  await vi.waitFor(() => expect(arrivals).toHaveLength(2))
  expect(late()).toBe('kept')
  arrivals[1]?.('current')
  await vi.waitFor(() => expect(late()).toBe('current'))
  // But only once.
  expect(arrivals).toHaveLength(2)
  client.clear()
})

test('what is only appended to is not repeated while a page shows it', async () => {
  const client = new QueryClient()
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('read'))
  const query = { queryKey: ['pages'], queryFn: read, ...appendOnly }
  const observer = new QueryObserver(client, query)
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('read'))
  await invalidate(client, { queryKey: ['pages'] })
  expect(read).toHaveBeenCalledTimes(1)
  leave()
  await invalidate(client, { queryKey: ['pages'] })
  await client.fetchQuery(query)
  expect(read).toHaveBeenCalledTimes(2)
  client.clear()
})

test('a request that fails or is given up is not waited for', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let fail = (_error: Error) => {}
  const reading = client.fetchQuery({
    queryKey: ['failing'],
    queryFn: () => new Promise<string>((_resolve, reject) => (fail = reject)),
  })
  void client.prefetchQuery({ queryKey: ['removed'], queryFn: () => new Promise(() => {}) })
  const cache = client.getQueryCache()
  expect(cache.hasListeners()).toBe(false)
  void invalidate(client)
  expect(cache.hasListeners()).toBe(true)
  client.removeQueries({ queryKey: ['removed'] })
  fail(new Error('no'))
  await expect(reading).rejects.toThrow('no')
  await vi.waitFor(() => expect(cache.hasListeners()).toBe(false))
})

test('a list of several pages is not read again at once after a change by others', async () => {
  const client = new QueryClient()
  const read = vi.fn<(page: number) => Promise<string>>((page) => Promise.resolve(`page ${page}`))
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list', 'pages'],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
    meta: { readsHead: true },
  })
  observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toHaveLength(1))
  await invalidate(client, { queryKey: ['list'] }, true)
  expect(read, 'its first page is').toHaveBeenCalledTimes(2)
  await observer.fetchNextPage()
  read.mockClear()
  await invalidate(client, { queryKey: ['list'] }, true)
  expect(read).not.toHaveBeenCalled()
  expect(observer.getCurrentResult().isStale).toBe(true)
  await invalidate(client, { queryKey: ['list'] })
  expect(read, 'after a change by the user it is').toHaveBeenCalledTimes(2)
  client.clear()
})

test('a list is read again after a change also if its next page fails', async () => {
  const client = new QueryClient()
  const respond: ((page: string | Error) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list', 'pages'],
    queryFn: () =>
      new Promise<string>((resolve, reject) =>
        respond.push((page) => (page instanceof Error ? reject(page) : resolve(page))),
      ),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
    retry: false,
  })
  observer.subscribe(() => {})
  respond[0]?.('first')
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  void observer.fetchNextPage()
  void invalidate(client, { queryKey: ['list'] })
  await vi.waitFor(() => expect(respond).toHaveLength(2))
  respond[1]?.(new Error('Failed'))
  await vi.waitFor(() => expect(respond).toHaveLength(3))
  respond[2]?.('changed')
  const pages = () => observer.getCurrentResult().data?.pages
  await vi.waitFor(() => expect(pages()).toEqual(['changed']))
  client.clear()
})

test('a change does not stop the next page of a list, which is read again after it', async () => {
  const client = new QueryClient()
  let respond = (_page: string) => {}
  const read = vi.fn<() => Promise<string>>(() => new Promise((resolve) => (respond = resolve)))
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list', 'pages'],
    queryFn: ({ signal }) => (signal.aborted ? '' : read()),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
  })
  observer.subscribe(() => {})
  respond('first')
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  void observer.fetchNextPage()
  void invalidate(client, { queryKey: ['list'] }, true)
  respond('second')
  const pages = () => observer.getCurrentResult().data?.pages
  await vi.waitFor(() => expect(pages()).toEqual(['first', 'second']))
  await vi.waitFor(() => expect(read, 'from its start').toHaveBeenCalledTimes(3))
  client.clear()
})

test('the preview of an archive, to confirm, is read again on demand alone', async () => {
  const client = new QueryClient()
  const preview = archivePreviewQuery('one', false, { selectors: ['hubspot'] })
  const read = vi.fn<() => Promise<ResponseOf<typeof appOperations.archiveApps>>>(async () => ({
    count: 0,
    items: [],
  }))
  const observer = new QueryObserver(client, { ...preview, queryFn: read })
  observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  await invalidate(client)
  expect(read).toHaveBeenCalledOnce()
  await observer.refetch()
  expect(read).toHaveBeenCalledTimes(2)
  client.clear()
})

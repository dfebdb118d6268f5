// @vitest-environment happy-dom
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { invalidate } from '@/console/api/invalidate'
import { renderHook } from '@/console/testing/render'
import { useListPage } from './use-list-page'

/** Lets requests respond, and renders what they return. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('rows of a filter are not put before those of the filter before', async () => {
  const pageOf = (filter: string) => ({ items: [{ id: filter }], cursor: 'next' })
  const latest = renderHook(() => {
    const [filter, setFilter] = useState('failed')
    const { rows, isStale } = useListPage({
      pages: {
        queryKey: ['list', filter],
        // The second filter is slow.
        queryFn: () => (filter === 'failed' ? pageOf(filter) : new Promise<never>(() => {})),
        initialPageParam: undefined,
        getNextPageParam: ({ cursor }) => cursor,
      },
      readHead: async () => pageOf(filter),
    })
    return { ids: rows.map(({ id }) => id), isStale, setFilter }
  })
  await settle()
  act(() => latest().setFilter('delivered'))
  await settle()
  expect(latest()).toMatchObject({ ids: ['failed'], isStale: true })
})

test('a list reads its first page once when it is opened, and then polls it', async () => {
  let reads = 0
  const read = async () => ({ items: [{ id: '1', name: reads++ === 0 ? 'read' : 'read again' }] })
  const latest = renderHook(() => {
    useQueryClient().setDefaultOptions({ queries: { staleTime: 15_000 } })
    const { rows } = useListPage({
      pages: {
        queryKey: ['list'],
        queryFn: read,
        initialPageParam: undefined,
        getNextPageParam: () => undefined,
      },
      readHead: read,
      pollMilliseconds: 500,
    })
    return rows.map(({ name }) => name)
  })
  await settle()
  expect([latest(), reads]).toEqual([['read'], 1])
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  expect(latest()).toEqual(['read again'])
})

test('a change while the first page is being read is shown', async () => {
  let rows = [{ id: 'old' }]
  let client: QueryClient | undefined
  let respond = () => {}
  const latest = renderHook(() => {
    client = useQueryClient()
    client.setDefaultOptions({ queries: { staleTime: 15_000 } })
    const list = useListPage({
      pages: {
        queryKey: ['changed list'],
        queryFn: async () => {
          const items = rows
          await new Promise<void>((resolve) => (respond = resolve))
          return { items }
        },
        initialPageParam: undefined,
        getNextPageParam: () => undefined,
      },
      readHead: async () => ({ items: rows }),
    })
    return list.rows.map(({ id }) => id)
  })
  rows = [{ id: 'new' }, ...rows]
  if (client !== undefined) void invalidate(client)
  respond()
  await settle()
  respond()
  await settle()
  expect(latest()).toEqual(['new', 'old'])
})

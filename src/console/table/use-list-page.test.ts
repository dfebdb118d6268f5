// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { useListPage } from './use-list-page'

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
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await settle()
  act(() => latest().setFilter('delivered'))
  await settle()
  expect(latest()).toMatchObject({ ids: ['failed'], isStale: true })
})

// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { useVirtualRows } from './use-virtual-rows'

test('a table that does not render its first rows yet requests no more', () => {
  const onMore = vi.fn<() => void>()
  const scroller = { current: document.createElement('div') }
  const fixed = { isDense: false, isPhone: false, wraps: false, hasMore: true }
  renderHook(() => useVirtualRows({ scroller, count: 0, onMore, ...fixed }))
  expect(onMore).not.toHaveBeenCalled()
})

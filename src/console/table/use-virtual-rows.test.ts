// @vitest-environment happy-dom
import { createElement, useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '@/console/testing/render'
import { useVirtualRows } from './use-virtual-rows'

test('a table that does not render its first rows yet requests no more', () => {
  const onMore = vi.fn<() => void>()
  function Table() {
    const scroller = useRef(null)
    const fixed = { isDense: false, isPhone: false, wraps: false, hasMore: true }
    useVirtualRows({ scroller, count: 0, onMore, ...fixed })
    return createElement('div', { ref: scroller })
  }
  render(createElement(Table))
  expect(onMore).not.toHaveBeenCalled()
})

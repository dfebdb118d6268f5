import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, type RefObject } from 'react'

const normalHeight = 44
const denseHeight = 32
const cardHeight = 72
const headHeight = 34
const loadAheadRows = 30

export type RowVirtualizer = Virtualizer<HTMLDivElement, Element>

interface VirtualRowsOptions {
  scroller: RefObject<HTMLDivElement | null>
  count: number
  isDense: boolean
  /** Whether a row is a card. */
  isPhone: boolean
  /** Whether rows grow with their content. */
  wraps: boolean
  hasMore: boolean
  onMore: (() => void) | undefined
}

/** Renders only the visible rows of a table, and loads more before the user reaches the last. */
export function useVirtualRows({
  scroller,
  count,
  isDense,
  isPhone,
  wraps,
  hasMore,
  onMore,
}: VirtualRowsOptions) {
  const isMeasured = wraps || isPhone
  const height = isPhone ? cardHeight : isDense ? denseHeight : normalHeight
  const virtualizer: RowVirtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: isPhone ? 6 : 12,
    scrollPaddingEnd: headHeight,
  })
  const visible = virtualizer.getVirtualItems()
  const lastVisible = visible.at(-1)?.index ?? 0

  useEffect(() => virtualizer.measure(), [virtualizer, height, isMeasured])
  useEffect(() => {
    if (hasMore && lastVisible >= count - loadAheadRows) onMore?.()
  }, [hasMore, lastVisible, count, onMore])

  return {
    virtualizer,
    visible,
    /** The height of every row in pixels; undefined if rows are measured. */
    fixedHeight: isMeasured ? undefined : height,
  }
}

import { useWindowEvent } from '@mantine/hooks'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

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

/** Returns whether the page is being printed. What depends on it is rendered before that. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => setPrinting(false))
  return isPrinting
}

/**
 * Renders only the visible rows of a table, on paper all that are loaded. Loads more before the
 * user reaches the last.
 */
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
  const isPrinting = useIsPrinting()
  const height = isPhone ? cardHeight : isDense ? denseHeight : normalHeight
  const virtualizer: RowVirtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: isPrinting ? count : isPhone ? 6 : 12,
    scrollPaddingEnd: headHeight,
  })
  const visible = virtualizer.getVirtualItems()
  /** Undefined until rows are rendered, which may be later than they arrive. */
  const lastVisible = visible.at(-1)?.index

  useEffect(() => virtualizer.measure(), [virtualizer, height, isMeasured])
  useEffect(() => {
    const isNearEnd = lastVisible !== undefined && lastVisible >= count - loadAheadRows
    if (hasMore && !isPrinting && isNearEnd) onMore?.()
  }, [hasMore, isPrinting, lastVisible, count, onMore])

  return {
    virtualizer,
    visible,
    /** The height of every row in pixels; undefined if rows are measured. */
    fixedHeight: isMeasured ? undefined : height,
  }
}

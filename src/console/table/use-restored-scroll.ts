import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'

/** What shows that the user has begun to use the page. */
const uses = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** How long rows that are measured when they are in view can take to reach their height. */
const measuringMilliseconds = 1000

const page = { current: document.documentElement }

interface RestoredScroll {
  /** The name of the element that scrolls, its `data-scroll-restoration-id`; the page if absent. */
  id?: string
  /** The element that scrolls; the page if absent. */
  scroller?: RefObject<Element | null>
  /** How much there is to scroll, by the number or height of the rows; 0 while they are loaded. */
  size: number
  hasMore: boolean
  /** Loads more rows. */
  onMore: (() => void) | undefined
}

/**
 * Scrolls a list to where the user left it, after a reload or on the way back, once the rows up to
 * there are loaded. The router restores a list only if it is rendered as far with the page. Ends as
 * soon as the user does something.
 */
export function useRestoredScroll({
  id,
  scroller = page,
  size,
  hasMore,
  onMore,
}: RestoredScroll): void {
  const entry = useElementScrollRestoration(
    id === undefined ? { getElement: () => window } : { id },
  )
  const target = useRef(entry?.scrollY ?? 0)

  useEffect(() => {
    const end = new AbortController()
    for (const use of uses)
      addEventListener(use, () => (target.current = 0), { signal: end.signal, capture: true })
    return () => end.abort()
  }, [])
  useEffect(() => {
    const element = scroller.current
    if (target.current === 0 || element === null || size === 0) return
    if (element.scrollHeight - element.clientHeight < target.current && hasMore) {
      onMore?.()
      return
    }
    element.scrollTo({ top: target.current })
    setTimeout(() => (target.current = 0), measuringMilliseconds)
  }, [scroller, size, hasMore, onMore])
}

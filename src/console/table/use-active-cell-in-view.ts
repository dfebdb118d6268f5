import { useEffect, useLayoutEffect, type RefObject } from 'react'

/**
 * Scrolls the active cell of a focused grid into view when it changes, when the grid is resized,
 * and when the keyboard moves the focus to the grid.
 */
export function useActiveCellInView(
  grid: RefObject<HTMLElement | null>,
  id: string | undefined,
): void {
  useLayoutEffect(() => scrollIntoView(grid.current, id), [grid, id])
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(() => scrollIntoView(element, id))
    observer.observe(element)
    // Not with the mouse: what is being clicked would move away.
    const onFocus = () => element.matches(':focus-visible') && scrollIntoView(element, id)
    element.addEventListener('focus', onFocus)
    return () => {
      observer.disconnect()
      element.removeEventListener('focus', onFocus)
    }
  }, [grid, id])
}

function scrollIntoView(grid: HTMLElement | null, id: string | undefined) {
  if (id !== undefined && grid?.contains(document.activeElement) === true)
    document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

import { useEffect, useLayoutEffect, type RefObject } from 'react'

/** Scrolls the active cell of a focused grid into view when it changes or the grid is resized. */
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
    return () => observer.disconnect()
  }, [grid, id])
}

function scrollIntoView(grid: HTMLElement | null, id: string | undefined) {
  if (id !== undefined && grid?.contains(document.activeElement) === true)
    document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

import { useEffect, useLayoutEffect, type RefObject } from 'react'

/** Keeps the active cell of a grid in view while the grid has the focus: when another becomes active, and when the grid gets smaller. */
export function useActiveCellInView(
  grid: RefObject<HTMLElement | null>,
  id: string | undefined,
): void {
  useLayoutEffect(() => bringIntoView(grid.current, id), [grid, id])
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(() => bringIntoView(element, id))
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, id])
}

function bringIntoView(grid: HTMLElement | null, id: string | undefined) {
  if (id !== undefined && grid?.contains(document.activeElement) === true)
    document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

import { useCallbackRef, useWindowEvent } from '@mantine/hooks'
import { useLayoutEffect, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Reports the width of a grid in rem, before it is painted. On paper every column is printed. */
export function useGridWidth(
  ref: RefObject<HTMLElement | null>,
  onWidth: (width: number) => void,
): void {
  const measure = useCallbackRef(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    if (ref.current !== null) onWidth(ref.current.clientWidth / rem)
  })
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(() => {
      if (!matchMedia('print').matches) measure()
    })
    if (ref.current !== null) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, measure])
  useWindowEvent('beforeprint', () => flushSync(() => onWidth(Infinity)))
  useWindowEvent('afterprint', measure)
}

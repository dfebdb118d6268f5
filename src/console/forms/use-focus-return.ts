import { useCallback, useEffect, useRef } from 'react'
import { focusPathOf, nearestFocusable, type FocusPath } from '@/console/ui/page/restore-focus'

/** Parts of the page that disappear when changes are saved or discarded. */
const passing = '[role="dialog"], [role="menu"], [role="region"][aria-label="Unsaved changes"]'

/**
 * Returns a function that moves the focus back to where it was last on the page, or close to it if
 * that disappeared with the changes.
 */
export function useFocusReturn(): () => void {
  const last = useRef<FocusPath>([])
  useEffect(() => {
    const remember = (event: FocusEvent) => {
      const path = focusPathOf(event)
      if (path.some((one) => one.matches(passing))) return
      if (path.slice(1).some(({ id }) => id === 'content')) last.current = path
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return useCallback(
    () =>
      void requestAnimationFrame(() =>
        nearestFocusable(last.current)?.focus({ preventScroll: true }),
      ),
    [],
  )
}

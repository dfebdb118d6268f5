import { useCallback, useEffect, useRef } from 'react'

/** Parts of the page that disappear when changes are saved or discarded. */
const passing = '[role="dialog"], [role="menu"], [role="region"][aria-label="Unsaved changes"]'

/** Returns a function that moves the focus back to the last edited element of the page. */
export function useFocusReturn(): () => void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(passing) !== null) return
      if (target.closest('#content') !== null && target.id !== 'content') last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return useCallback(
    () =>
      void requestAnimationFrame(() => {
        if (last.current?.isConnected === true) last.current.focus({ preventScroll: true })
      }),
    [],
  )
}

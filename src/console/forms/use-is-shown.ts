import { useEffect, useRef, type RefObject } from 'react'

/** Returns a ref that tells whether the component is still mounted, for work that ends later. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

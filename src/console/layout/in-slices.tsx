import { useDeferredValue, type ReactNode } from 'react'

/** Renders much after all that waits for nothing, and in slices, between which the browser is free. Until then it shows something little. */
export function InSlices({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : fallback
}

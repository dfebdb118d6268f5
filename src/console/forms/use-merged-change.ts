import { useEffect, useState } from 'react'
import type { MergedChange } from './unsaved-bar'

/** How long a change by someone else is news. */
const newsMilliseconds = 60_000

/** Returns someone else's change that was merged a moment ago, and a function to set it. */
export function useMergedChange() {
  const [merged, setMerged] = useState<MergedChange>()
  useEffect(() => {
    if (merged === undefined) return undefined
    const timer = setTimeout(() => setMerged(undefined), newsMilliseconds)
    return () => clearTimeout(timer)
  }, [merged])
  return [merged, setMerged] as const
}

import { useEffect, useState } from 'react'

/** Returns the current time in milliseconds, updated at an interval. */
export function useNow(intervalMilliseconds: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMilliseconds)
    return () => clearInterval(timer)
  }, [intervalMilliseconds])
  return now
}

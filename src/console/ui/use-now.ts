import { useEffect, useState } from 'react'
import { serverTime } from '@/console/browser/server-time'

/** Returns the time by the server's clock in milliseconds, updated at an interval. */
export function useNow(intervalMilliseconds: number): number {
  const [now, setNow] = useState(() => serverTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), intervalMilliseconds)
    return () => clearInterval(timer)
  }, [intervalMilliseconds])
  return now
}

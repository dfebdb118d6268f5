import { useSyncExternalStore } from 'react'
import { serverTime } from '@/console/browser/server-time'
import { formatDateTime, formatListTime } from './format/format-date'

const refreshMilliseconds = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer serves every time on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, refreshMilliseconds)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the end of the current half minute, so that nothing that has happened is ahead of it. */
function nextRefresh(): number {
  return (Math.floor(serverTime() / refreshMilliseconds) + 1) * refreshMilliseconds
}

/** A time in a list: short, with the exact time on hover. Shows nothing without one. */
export function ListTime({ value }: { value: string | undefined }) {
  const now = useSyncExternalStore(subscribe, nextRefresh)
  if (value === undefined) return null
  return (
    <time dateTime={value} title={formatDateTime(value)} style={{ whiteSpace: 'nowrap' }}>
      {formatListTime(value, now)}
    </time>
  )
}

import { useEffect, useSyncExternalStore } from 'react'

let title: string | undefined
const listeners = new Set<() => void>()

function setTitle(next: string | undefined): void {
  title = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the record that a page shows, in the title of the tab and in the breadcrumb. */
export function useRecordTitle(name: string | undefined): void {
  useEffect(() => {
    setTitle(name)
    return () => setTitle(undefined)
  }, [name])
}

/** The name of the record that the current page shows, if any. */
export function useCurrentRecordTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => title)
}

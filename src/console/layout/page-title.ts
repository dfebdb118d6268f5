import { useEffect } from 'react'
import { createStore, useStore } from '@/console/browser/store'

const title = createStore<string | undefined>(undefined)

/** Names the record that a page shows, in the title of the tab and in the breadcrumb. */
export function useRecordTitle(name: string | undefined): void {
  useEffect(() => {
    title.set(name)
    return () => title.set(undefined)
  }, [name])
}

/** The same, where only a part of what a component renders has a title. */
export function RecordTitle({ children }: { children: string }): null {
  useRecordTitle(children)
  return null
}

/** Returns the name of the record that the current page shows, if any. */
export function useCurrentRecordTitle(): string | undefined {
  return useStore(title)
}

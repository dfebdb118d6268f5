import { z } from 'zod'
import { keepInTab, readFromTab } from '../../../../session/tab-storage'
import { shownItemSchema, type ShownItem } from './outcomes'

const runSchema = z.object({ selectors: z.array(z.string()), results: z.array(shownItemSchema) })

/** A list that is archived one by one, and what became of those that were tried. It is kept for the tab, so that a reload ends nothing. */
export type ArchiveRun = z.infer<typeof runSchema>

const storageKey = (workspaceId: string) => `signalbox-archive-${workspaceId}`

export function storedRun(workspaceId: string): ArchiveRun | undefined {
  return readFromTab(storageKey(workspaceId), runSchema)
}

export function storeRun(workspaceId: string, run: ArchiveRun | undefined): void {
  keepInTab(storageKey(workspaceId), run)
}

/** What is still to be tried; where nothing is, what failed and may be tried again. */
export function waitingIn({ selectors, results }: ArchiveRun): {
  untried: string[]
  failed: string[]
} {
  const outcomes = new Map(results.map(({ selector, outcome }) => [selector, outcome]))
  return {
    untried: selectors.filter((selector) => !outcomes.has(selector)),
    failed: selectors.filter((selector) => outcomes.get(selector) === 'failed'),
  }
}

/** The run with the result of one that was tried, in place of what became of it before. */
export function withResult(run: ArchiveRun, item: ShownItem): ArchiveRun {
  return {
    ...run,
    results: [...run.results.filter(({ selector }) => selector !== item.selector), item],
  }
}

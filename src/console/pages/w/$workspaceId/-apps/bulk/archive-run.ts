import { dequal } from 'dequal'
import { z } from 'zod'
import { keepInTab, readFromTab } from '@/console/browser/tab-storage'
import { appsBySelector, type App } from '@/contract/apps'
import { shownItemSchema, type GivenNames, type ShownItem } from './outcomes'

/** How the list was resolved, with what JSON has in place of a map and a set. */
const namesSchema = z
  .object({
    givenAs: z.array(z.tuple([z.string(), z.string()])),
    shared: z.array(z.string()),
  })
  .transform(({ givenAs, shared }) => ({ givenAs: new Map(givenAs), shared: new Set(shared) }))

const runSchema = z.object({
  selectors: z.array(z.string()),
  /** How many apps they name; known when the run starts. */
  count: z.int().optional(),
  names: namesSchema.optional(),
  results: z.array(shownItemSchema),
})

/** A list archived one by one, with the results so far. Stored in the tab, it survives a reload. */
export interface ArchiveRun extends Omit<z.output<typeof runSchema>, 'names'> {
  names?: GivenNames | undefined
}

const storageKey = (workspaceId: string) => `signalbox-archive-${workspaceId}`

/** Returns the run that was interrupted in this tab, if there is one. */
export function storedRun(workspaceId: string): ArchiveRun | undefined {
  return readFromTab(storageKey(workspaceId), runSchema)
}

/** Returns the run of a list that was interrupted in this tab, else a new one. */
export function runFor(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
): ArchiveRun {
  const stored = storedRun(workspaceId)
  return stored !== undefined && dequal(stored.selectors, selectors)
    ? stored
    : { selectors: [...selectors], names, results: [] }
}

/** Stores a run in the tab; undefined removes it. */
export function storeRun(workspaceId: string, run: ArchiveRun | undefined): void {
  const names = run?.names
  keepInTab(
    storageKey(workspaceId),
    run && {
      ...run,
      names: names && { givenAs: [...names.givenAs], shared: [...names.shared] },
    },
  )
}

/** Finds an app by a selector of a list. */
export type FindApp = (selector: string) => App | undefined

/** Returns a function that finds the app of a selector, by the rules of the engine. */
export function appFinder(apps: readonly App[]): FindApp {
  const named = appsBySelector(apps)
  return (selector) => named(selector)[0]
}

/**
 * Returns the start of an item: its selector and, if it is known, its app. Results keep it, because
 * an engine may no longer list what is archived.
 */
export function identify(selector: string, findApp: FindApp): Omit<ShownItem, 'outcome'> {
  const app = findApp(selector)
  return { selector, ...(app === undefined ? {} : { id: app.id, key: app.key, name: app.name }) }
}

/** Groups the selectors that name the same app. */
export function appsOf(selectors: readonly string[], findApp: FindApp): string[][] {
  const apps = new Map<string, string[]>()
  for (const selector of selectors) {
    const id = findApp(selector)?.id ?? selector
    apps.set(id, [...(apps.get(id) ?? []), selector])
  }
  return [...apps.values()]
}

/** Returns the selectors of each app left to try, and of each that failed and may be retried. */
export function waitingIn(
  { selectors, results }: ArchiveRun,
  findApp: FindApp,
): { untried: string[][]; failed: string[][] } {
  const outcomes = new Map(results.map(({ selector, outcome }) => [selector, outcome]))
  const untried = selectors.filter((selector) => !outcomes.has(selector))
  const failed = selectors.filter((selector) => outcomes.get(selector) === 'failed')
  return { untried: appsOf(untried, findApp), failed: appsOf(failed, findApp) }
}

/** Adds the result of an app to a run, for each selector that names it; replaces earlier ones. */
export function withResult(
  run: ArchiveRun,
  selectors: readonly string[],
  item: ShownItem,
): ArchiveRun {
  const isOther = ({ selector = '' }: ShownItem) => !selectors.includes(selector)
  return {
    ...run,
    results: [
      ...run.results.filter(isOther),
      ...selectors.map((selector) => ({ ...item, selector })),
    ],
  }
}

/**
 * Returns the result sheet of a run, in the order of its list. For a cancelled run, it also lists
 * the selectors that were not tried.
 */
export function sheetOf(
  { selectors, results }: ArchiveRun,
  findApp: FindApp,
  isCancelled: boolean,
): ShownItem[] {
  const bySelector = new Map(results.map((item) => [item.selector, item]))
  return selectors.flatMap((selector) => {
    const item = bySelector.get(selector)
    if (item === undefined && !isCancelled) return []
    return [{ ...identify(selector, findApp), ...(item ?? { outcome: 'not_tried' as const }) }]
  })
}

import { z } from 'zod'
import type { ApiError } from '@/console/api/api-error'
import { archivedItemSchema, archiveOutcomes } from '@/contract/apps'

/** The result for an app: the engine's, or that the request failed, was refused or never sent. */
const shownOutcomes = [
  ...archiveOutcomes,
  'restored',
  'would_restore',
  'not_archived',
  'failed',
  'refused',
  'not_tried',
] as const
export type ShownOutcome = (typeof shownOutcomes)[number]

export const outcomeLabels: Record<ShownOutcome, string> = {
  archived: 'archived',
  would_archive: 'will be archived',
  already_archived: 'already archived',
  read_only: 'skipped: read-only',
  not_yours: 'public (only an operator can archive)',
  not_found: 'not found',
  ambiguous: 'ambiguous: matches several apps',
  restored: 'restored',
  would_restore: 'will be restored',
  not_archived: 'not archived',
  failed: 'failed',
  refused: 'refused',
  not_tried: 'not tried',
}

/** Outcomes that need no further attention. */
const settledOutcomes: ReadonlySet<ShownOutcome> = new Set([
  'archived',
  'would_archive',
  'already_archived',
  'restored',
  'would_restore',
  'not_archived',
])

/** An app of a bulk action, with the reason of the engine if it failed. */
export const shownItemSchema = archivedItemSchema.extend({
  outcome: z.enum(shownOutcomes),
  reason: z.string().optional(),
})
export type ShownItem = z.infer<typeof shownItemSchema>

/** How the entries of a pasted list were resolved. */
export interface GivenNames {
  /** The pasted text of each selector that was looked up. */
  givenAs: ReadonlyMap<string, string>
  /** The names that several apps have. */
  shared: ReadonlySet<string>
}

/**
 * Returns a function that names an item by the text of the list, if it was listed otherwise. The
 * engine finds no app by a name that several have.
 */
export function namedAsGiven(names: GivenNames | undefined) {
  return (item: ShownItem): ShownItem => {
    if (item.selector === undefined || names === undefined) return item
    const isShared = item.outcome === 'not_found' && names.shared.has(item.selector)
    return {
      ...item,
      selector: names.givenAs.get(item.selector) ?? item.selector,
      ...(isShared ? { outcome: 'ambiguous', reason: undefined } : {}),
    }
  }
}

/** Identifies the app of an item, or what was listed if it is no app's. */
export function identityOf({ id, selector = '' }: ShownItem): string {
  return id ?? `name ${selector}`
}

/** An app of the result sheet, with all its selectors on the list. */
export interface SheetRow extends ShownItem {
  names: readonly string[]
}

/**
 * Groups items by app, problems first. An app with several selectors is one row, with the best of
 * its outcomes.
 */
export function rowsOf(items: readonly ShownItem[]): SheetRow[] {
  const rank = ({ outcome }: ShownItem) => shownOutcomes.indexOf(outcome)
  const rows = new Map<string, SheetRow>()
  for (const item of items) {
    const identity = identityOf(item)
    const row = rows.get(identity)
    const best = row === undefined || rank(item) < rank(row) ? item : row
    const own = item.selector === undefined ? [] : [item.selector]
    rows.set(identity, { ...best, names: [...(row?.names ?? []), ...own] })
  }
  const isSettled = ({ outcome }: SheetRow) => settledOutcomes.has(outcome)
  const all = [...rows.values()]
  return [...all.filter((row) => !isSettled(row)), ...all.filter(isSettled)]
}

/** Counts the apps of each outcome, in a fixed order. */
export function countsOf(items: readonly ShownItem[]): [ShownOutcome, number][] {
  const rows = rowsOf(items)
  return shownOutcomes
    .map((outcome): [ShownOutcome, number] => [
      outcome,
      rows.filter((row) => row.outcome === outcome).length,
    ])
    .filter(([, count]) => count > 0)
}

/** Says that an app is listed more than once. */
export function repeatLabel(times: number): string {
  return times === 2 ? 'named twice' : 'named more than once'
}

/** Describes how many apps are listed more than once; undefined if none are. */
export function repeatsOf(items: readonly ShownItem[]): string | undefined {
  const times = rowsOf(items)
    .map(({ names }) => names.length)
    .filter((count) => count > 1)
  return times.length === 0 ? undefined : `${times.length} ${repeatLabel(Math.max(...times))}`
}

/** Describes the result for an app. */
export function resultOf({ outcome, reason }: ShownItem): string {
  const label = outcomeLabels[outcome]
  return reason === undefined ? label : `${label}: ${reason}`
}

/** Returns why an app failed. Without a response, nobody knows whether it did. */
export function reasonOf({ isOffline, message }: ApiError): string {
  return isOffline ? 'no response, so it may have been done' : message
}

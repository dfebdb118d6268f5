import Papa from 'papaparse'
import { z } from 'zod'
import { archivedItemSchema, archiveOutcomes } from '../../../../../contract/apps'

/** The result for an app: what the engine says, or that the request failed, was refused or never sent. */
const shownOutcomes = [...archiveOutcomes, 'failed', 'refused', 'not_tried'] as const
type ShownOutcome = (typeof shownOutcomes)[number]

export const outcomeLabels: Record<ShownOutcome, string> = {
  archived: 'archived',
  would_archive: 'will be archived',
  already_archived: 'archived already',
  read_only: 'read-only: left alone',
  not_yours: 'public: an operator archives it',
  not_found: 'not found',
  ambiguous: 'ambiguous: names two apps',
  failed: 'failed',
  refused: 'refused',
  not_tried: 'not tried',
}

/** An app of a bulk archive, with why it failed where the engine said so for this one. */
export const shownItemSchema = archivedItemSchema.extend({
  outcome: z.enum(shownOutcomes),
  reason: z.string().optional(),
})
export type ShownItem = z.infer<typeof shownItemSchema>

/** Keys, ids and uuids of a pasted list: any separators, blanks and doubles forgiven. */
export function selectorsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;|"']+/).filter((part) => part !== ''))]
}

/** An app of the sheet, with every name that the list gives for it. */
export interface SheetRow extends ShownItem {
  names: readonly string[]
}

/** The items app by app: one that several names lead to is one row, with the best outcome. */
export function rowsOf(items: readonly ShownItem[]): SheetRow[] {
  const rank = ({ outcome }: ShownItem) => shownOutcomes.indexOf(outcome)
  const rows = new Map<string, SheetRow>()
  for (const item of items) {
    const identity = item.id ?? `name ${item.selector ?? ''}`
    const row = rows.get(identity)
    const best = row === undefined || rank(item) < rank(row) ? item : row
    const own = item.selector === undefined ? [] : [item.selector]
    rows.set(identity, { ...best, names: [...(row?.names ?? []), ...own] })
  }
  return [...rows.values()]
}

/** How many apps there are of each outcome, in a fixed order. */
export function countsOf(items: readonly ShownItem[]): [ShownOutcome, number][] {
  const rows = rowsOf(items)
  return shownOutcomes
    .map((outcome): [ShownOutcome, number] => [
      outcome,
      rows.filter((row) => row.outcome === outcome).length,
    ])
    .filter(([, count]) => count > 0)
}

function repeatLabel(times: number): string {
  return times === 2 ? 'named twice' : 'named more than once'
}

/** How many apps the list names more than once, in words; nothing where it names each once. */
export function repeatsOf(items: readonly ShownItem[]): string | undefined {
  const times = rowsOf(items)
    .map(({ names }) => names.length)
    .filter((count) => count > 1)
  return times.length === 0 ? undefined : `${times.length} ${repeatLabel(Math.max(...times))}`
}

/** The counts in words, in a fixed order. */
export function summaryOf(items: readonly ShownItem[]): string[] {
  const repeats = repeatsOf(items)
  return [
    ...countsOf(items).map(([outcome, count]) => `${count} ${outcomeLabels[outcome]}`),
    ...(repeats === undefined ? [] : [repeats]),
  ]
}

/** What became of an app, in words. */
export function resultOf({ outcome, reason }: ShownItem): string {
  return reason ?? outcomeLabels[outcome]
}

export function asCsv(items: readonly ShownItem[]): string {
  return Papa.unparse(
    {
      fields: ['given', 'key', 'name', 'id', 'result', 'connections'],
      data: rowsOf(items).map((row) => [
        row.names.join(', '),
        row.key ?? '',
        row.name ?? '',
        row.id ?? '',
        resultOf(row),
        row.connections ?? '',
      ]),
    },
    { escapeFormulae: true },
  )
}

/** The result as text for a ticket. */
export function asText(items: readonly ShownItem[]): string {
  const lineOf = (row: SheetRow) => {
    const { names } = row
    const named = names.length < 2 ? '' : ` (${repeatLabel(names.length)}: ${names.join(', ')})`
    return `- ${row.key ?? row.selector ?? row.id ?? ''}: ${resultOf(row)}${named}`
  }
  return [summaryOf(items).join(', '), ...rowsOf(items).map(lineOf)].join('\n')
}

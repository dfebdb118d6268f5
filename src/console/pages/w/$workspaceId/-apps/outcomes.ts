import Papa from 'papaparse'
import { z } from 'zod'
import { archivedItemSchema, archiveOutcomes } from '../../../../../contract/apps'

/** What became of an app: what the engine tells, or that its answer was a fault. */
const shownOutcomes = [...archiveOutcomes, 'failed'] as const
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

/** How many there are of each outcome, in a fixed order. */
export function countsOf(items: readonly ShownItem[]): [ShownOutcome, number][] {
  return shownOutcomes
    .map((outcome): [ShownOutcome, number] => [
      outcome,
      items.filter((item) => item.outcome === outcome).length,
    ])
    .filter(([, count]) => count > 0)
}

export function asCsv(items: readonly ShownItem[]): string {
  return Papa.unparse({
    fields: ['given', 'key', 'name', 'id', 'result', 'connections'],
    data: items.map((item) => [
      item.selector ?? '',
      item.key ?? '',
      item.name ?? '',
      item.id ?? '',
      item.reason ?? outcomeLabels[item.outcome],
      item.connections ?? '',
    ]),
  })
}

/** The result as text for a ticket. */
export function asText(items: readonly ShownItem[]): string {
  const head = countsOf(items)
    .map(([outcome, count]) => `${count} ${outcomeLabels[outcome]}`)
    .join(', ')
  return [
    head,
    ...items.map(
      (item) =>
        `- ${item.key ?? item.selector ?? item.id ?? ''}: ${item.reason ?? outcomeLabels[item.outcome]}`,
    ),
  ].join('\n')
}

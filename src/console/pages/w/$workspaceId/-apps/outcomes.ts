import Papa from 'papaparse'
import { archiveOutcomes, type ArchivedItem, type ArchiveOutcome } from '../../../../../contract/apps'

export const outcomeLabels: Record<ArchiveOutcome, string> = {
  archived: 'archived',
  would_archive: 'will be archived',
  already_archived: 'archived already',
  read_only: 'read-only: left alone',
  not_yours: 'public: an operator archives it',
  not_found: 'not found',
  ambiguous: 'ambiguous: names two apps',
}

export interface ShownItem extends ArchivedItem {
  /** Why it failed, where the server said so for this one. */
  reason?: string
}

/** Keys, ids and uuids of a pasted list: any separators, blanks and doubles forgiven. */
export function selectorsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;|"']+/).filter((part) => part !== ''))]
}

/** How many there are of each outcome, in a fixed order. */
export function countsOf(items: readonly ShownItem[]): [ArchiveOutcome, number][] {
  return archiveOutcomes.map((outcome): [ArchiveOutcome, number] => [outcome, items.filter((item) => item.outcome === outcome).length]).filter(([, count]) => count > 0)
}

export function asCsv(items: readonly ShownItem[]): string {
  return Papa.unparse({ fields: ['given', 'key', 'name', 'id', 'result', 'connections'], data: items.map((item) => [item.selector ?? '', item.key ?? '', item.name ?? '', item.id ?? '', item.reason ?? outcomeLabels[item.outcome], item.connections ?? '']) })
}

/** The result as text for a ticket. */
export function asText(items: readonly ShownItem[]): string {
  const head = countsOf(items).map(([outcome, count]) => `${count} ${outcomeLabels[outcome]}`).join(', ')
  return [head, ...items.map((item) => `- ${item.key ?? item.selector ?? item.id ?? ''}: ${item.reason ?? outcomeLabels[item.outcome]}`)].join('\n')
}

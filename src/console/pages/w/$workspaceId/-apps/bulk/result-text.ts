import { spreadsheetCsv } from '@/console/table/csv'
import {
  countsOf,
  outcomeLabels,
  repeatLabel,
  repeatsOf,
  resultOf,
  rowsOf,
  type SheetRow,
  type ShownItem,
} from './outcomes'

/** Describes the counts, in a fixed order. */
export function summaryOf(items: readonly ShownItem[]): string[] {
  const repeats = repeatsOf(items)
  return [
    ...countsOf(items).map(([outcome, count]) => `${count} ${outcomeLabels[outcome]}`),
    ...(repeats === undefined ? [] : [repeats]),
  ]
}

/** Formats the result sheet as CSV, safe to open in a spreadsheet. */
export function asCsv(items: readonly ShownItem[]): string {
  return spreadsheetCsv({
    fields: ['given', 'key', 'name', 'id', 'result', 'connections'],
    data: rowsOf(items).map((row) => [
      row.names.join(', '),
      row.key ?? '',
      row.name ?? '',
      row.id ?? '',
      resultOf(row),
      row.connections ?? '',
    ]),
  })
}

/** The context of a bulk action for a ticket. */
export interface TicketContext {
  /** The ticket that requested it; empty if there is none. */
  ticket: string
  workspace: string
  actor: string
  /** The formatted time, with time zone. */
  when: string
  batchId: string | undefined
  /** A link to the bulk action, where it can be undone. */
  link: string | undefined
}

/** Formats the result for a ticket: who, where and when, then each app, problems first. */
export function asText(items: readonly ShownItem[], context?: TicketContext): string {
  const lineOf = (row: SheetRow) => {
    const { names } = row
    const named = names.length < 2 ? '' : ` (${repeatLabel(names.length)}: ${names.join(', ')})`
    return `- ${row.key ?? row.selector ?? row.id ?? ''}: ${resultOf(row)}${named}`
  }
  const head =
    context === undefined
      ? []
      : [
          ...(context.ticket === '' ? [] : [`Ticket: ${context.ticket}`]),
          `Workspace: ${context.workspace}`,
          `By: ${context.actor}, ${context.when}`,
          ...(context.batchId === undefined ? [] : [`Batch: ${context.batchId}`]),
          ...(context.link === undefined ? [] : [`Link: ${context.link}`]),
        ]
  return [summaryOf(items).join(', '), ...head, ...rowsOf(items).map(lineOf)].join('\n')
}

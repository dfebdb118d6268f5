import type { AuditEvent } from '../../../../../contract/history'
import { operations } from '../../../../../contract/operations'
import { deeds, doneInWords } from './deeds'

const summaryOf = new Map(Object.entries(operations).map(([id, { summary }]) => [id, summary]))

/** An entry, done or refused, as a sentence without its subject. */
export function deedInWords(event: AuditEvent): string {
  const summary = summaryOf.get(event.operation)?.toLowerCase()
  return event.outcome === 'refused' ? `was refused: ${summary ?? event.operation}` : doneInWords(event, summary)
}

/** Operations that can stand in a history, to choose from. */
export const recordedOperations = Object.keys(deeds).map((value) => ({ value, label: summaryOf.get(value) ?? value }))

import { actionLabels, describeAction } from '@/console/edits/action-labels'
import type { AuditEvent, Outcome } from '@/contract/history'
import { operations } from '@/contract/operations'

const summaryOf = new Map(Object.entries(operations).map(([id, { summary }]) => [id, summary]))

/** How a request ended. A save conflict isn’t a refusal: someone else was faster. */
export function endOf({ outcome, error }: AuditEvent): Outcome | 'conflict' {
  return outcome === 'refused' && error?.key === 'precondition_failed' ? 'conflict' : outcome
}

const unfinished = { refused: 'was refused', conflict: 'hit a save conflict' }

/** Describes an entry as a sentence without its subject. */
export function describeEvent(event: AuditEvent): string {
  const summary = summaryOf.get(event.operation)?.toLowerCase()
  const end = endOf(event)
  if (end === 'done') return describeAction(event, summary)
  if (end === 'read') return 'looked at this workspace'
  return `${unfinished[end]}: ${summary ?? event.operation}`
}

/** The operations that the history records, to choose from. */
export const recordedOperations = Object.keys(actionLabels).map((value) => ({
  value,
  label: summaryOf.get(value) ?? value,
}))

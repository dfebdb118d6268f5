import type { AuditEvent } from '../../../../../contract/history'
import { operations } from '../../../../../contract/operations'
import { actionLabels, describeAction } from '../../../../forms/action-labels'

const summaryOf = new Map(Object.entries(operations).map(([id, { summary }]) => [id, summary]))

/** How a write ended. A save conflict isn’t a refusal: someone else was faster. */
export function endOf({ outcome, error }: AuditEvent): 'done' | 'refused' | 'conflict' {
  return outcome === 'refused' && error?.key === 'precondition_failed' ? 'conflict' : outcome
}

const unfinished = { refused: 'was refused', conflict: 'hit a save conflict' }

/** Describes an entry as a sentence without its subject. */
export function describeEvent(event: AuditEvent): string {
  const summary = summaryOf.get(event.operation)?.toLowerCase()
  const end = endOf(event)
  return end === 'done'
    ? describeAction(event, summary)
    : `${unfinished[end]}: ${summary ?? event.operation}`
}

/** The operations that the history records, to choose from. */
export const recordedOperations = Object.keys(actionLabels).map((value) => ({
  value,
  label: summaryOf.get(value) ?? value,
}))

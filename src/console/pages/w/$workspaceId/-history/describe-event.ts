import type { AuditEvent } from '../../../../../contract/history'
import { operations } from '../../../../../contract/operations'
import { actionLabels, describeAction } from '../../../../forms/action-labels'

const summaryOf = new Map(Object.entries(operations).map(([id, { summary }]) => [id, summary]))

/** How a write ended: one that met a newer record was not refused to anybody, somebody else was faster. */
export function endOf({ outcome, error }: AuditEvent): 'done' | 'refused' | 'conflict' {
  return outcome === 'refused' && error?.key === 'precondition_failed' ? 'conflict' : outcome
}

const unfinished = { refused: 'was refused', conflict: 'met a newer record' }

/** An entry, however it ended, as a sentence without its subject. */
export function describeEvent(event: AuditEvent): string {
  const summary = summaryOf.get(event.operation)?.toLowerCase()
  const end = endOf(event)
  return end === 'done'
    ? describeAction(event, summary)
    : `${unfinished[end]}: ${summary ?? event.operation}`
}

/** Operations that can stand in a history, to choose from. */
export const recordedOperations = Object.keys(actionLabels).map((value) => ({
  value,
  label: summaryOf.get(value) ?? value,
}))

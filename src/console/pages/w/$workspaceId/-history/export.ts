import { spreadsheetCsv } from '@/console/table/csv'
import type { AuditEvent } from '@/contract/history'
import { describeEvent, endOf } from './describe-event'

/** Writes one line for each change; an entry without changes is one line too. */
export function historyCsv(events: readonly AuditEvent[]): string {
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  return spreadsheetCsv(
    events.flatMap((event) => {
      const {
        id,
        createdAt,
        actor,
        operation,
        requestId = '',
        address = '',
        changes,
        reason = '',
        error,
      } = event
      const entry = {
        id,
        time: createdAt,
        who: actor.name,
        role: actor.role,
        what: describeEvent(event),
        operation,
        outcome: endOf(event),
        reason,
        error: error?.message ?? '',
        requestId,
        address,
      }
      return changes.length === 0
        ? [{ ...entry, path: '', before: '', after: '' }]
        : changes.map(({ path, before, after }) => ({
            ...entry,
            path,
            before: text(before),
            after: text(after),
          }))
    }),
  )
}

import type { AuditEvent } from '@/contract/history'

/** Operations that are done to many records in a row, or again and again by themselves. */
const bulkOperations = new Set([
  'archiveApp',
  'archiveApps',
  'restoreApp',
  'restoreAppArchive',
  'createOrgWorkspaceAccessToken',
])

/** How far apart two entries of one bulk action are at most. */
const maxGapMilliseconds = 10 * 60_000

function isSameAction(newer: AuditEvent, older: AuditEvent): boolean {
  return (
    bulkOperations.has(newer.operation) &&
    newer.operation === older.operation &&
    newer.outcome === older.outcome &&
    newer.error?.key === older.error?.key &&
    newer.reason === older.reason &&
    newer.actor.name === older.actor.name &&
    newer.actor.role === older.actor.role &&
    Date.parse(newer.createdAt) - Date.parse(older.createdAt) <= maxGapMilliseconds
  )
}

/** Groups neighbouring entries of one bulk action. Every group has at least one entry. */
export function groupEvents(
  events: readonly AuditEvent[],
): readonly (readonly [AuditEvent, ...AuditEvent[]])[] {
  const groups: [AuditEvent, ...AuditEvent[]][] = []
  for (const event of events) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && isSameAction(last, event)) group.push(event)
    else groups.push([event])
  }
  return groups
}

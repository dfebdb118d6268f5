import { v7 as uuid } from 'uuid'

let sequence = 0

/**
 * Creates the id of a record that lists sort by time. It begins with the time of creation by the
 * clock that all servers share; other ids begin with the time of this machine, and go on from the
 * latest after its clock was set back. Ids of the same millisecond are in the order they were
 * created.
 */
export function recordId(createdAt: Date): string {
  sequence = (sequence + 1) >>> 0
  return uuid({ msecs: createdAt.getTime(), seq: sequence })
}

/** The lowest id of records from a time on, because ids begin with their time. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

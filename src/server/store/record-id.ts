import { v7 as uuid } from 'uuid'

let sequence = 0

/**
 * Creates the id of a record in a list that can be limited to a period. It begins with the time of
 * creation even after the clock was set back; other ids then go on from the latest. Ids of the same
 * millisecond are in the order they were created.
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

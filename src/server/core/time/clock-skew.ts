/**
 * A time further ahead than this was written before the clock was set back: the database's, or that
 * of the machine with an embedded one.
 */
export const clockSkewSeconds = 60

/** Whether so long has passed since a time, or the clock was set back to before it. */
export function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now - since >= milliseconds || since - now > clockSkewSeconds * 1000
}

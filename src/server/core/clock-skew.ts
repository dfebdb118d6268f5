/**
 * The clocks of servers that share a database differ by less than this. A time further ahead was
 * written before a clock was set back.
 */
export const clockSkewSeconds = 60

/** Whether so long has passed since a time, or the clock was set back to before it. */
export function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now - since >= milliseconds || since - now > clockSkewSeconds * 1000
}

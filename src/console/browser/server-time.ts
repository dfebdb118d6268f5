/** Smaller differences are the time of a response, and the second that its date is cut to. */
const minDifferenceMilliseconds = 30_000

/** How far the server's clock is ahead of this computer's. */
let difference = 0

/** Notes the time of the server, as a response says it; null where it doesn't. */
export function noteServerTime(date: string | null): void {
  const measured = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(measured))
    difference = Math.abs(measured) < minDifferenceMilliseconds ? 0 : measured
}

/**
 * Returns the time by the server's clock, in milliseconds since 1970: that of this computer may be
 * wrong.
 * @param localTime a time by this computer's clock
 */
export function serverTime(localTime = Date.now()): number {
  return localTime + difference
}

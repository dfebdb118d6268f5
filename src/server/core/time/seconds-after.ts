/** Returns the time that is so many seconds after another; before it if they are negative. */
export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

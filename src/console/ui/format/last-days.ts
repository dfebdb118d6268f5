/** How many days "the last 7 days" are: today and those before it. */
export const daysOfWeek = 7

/**
 * Returns midnight of a day before today in the user's time zone. By the calendar, since not every
 * day has 24 hours.
 */
export function dayStart(now: number, daysAgo: number): number {
  const day = new Date(now)
  day.setDate(day.getDate() - daysAgo)
  return day.setHours(0, 0, 0, 0)
}

import { userLocale } from './locale'

type Time = string | number | Date

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Keeps a date that is read from right to left together, within text read from left to right. */
function isolated(date: string): string {
  return rightToLeft.test(date) ? `\u2068${date}\u2069` : date
}

/** Returns a formatter that is created on first use, since that takes longer than formatting. */
function formatter(options: Intl.DateTimeFormatOptions): (time: Time) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) =>
    isolated((format ??= new Intl.DateTimeFormat(userLocale, options)).format(new Date(time)))
}

/** Formats date and time in the user's locale. */
export const formatDateTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' })

/** Formats the date. */
export const formatDate = formatter({ dateStyle: 'medium' })

/** Formats the date with its weekday, for headings. */
export const formatLongDate = formatter({ dateStyle: 'full' })

/** Formats the weekday and day of the month, for narrow tables. */
export const formatWeekday = formatter({ weekday: 'short', day: 'numeric' })

/** Formats the time of day. */
export const formatTime = formatter({ timeStyle: 'medium' })

/** Formats hour and minute, for the axis of a chart. */
export const formatHour = formatter({ timeStyle: 'short' })

/** Formats the hour alone, where there is no room for minutes. */
export const formatHourOfDay = formatter({ hour: 'numeric' })

/** Formats day, month, hour and minute. */
export const formatDayAndHour = formatter({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats month and day, for the axis of a chart. */
export const formatDay = formatter({ month: 'short', day: 'numeric' })

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Farther from now, a date needs its year. */
const halfYear = 183 * day

/**
 * Formats a time for a list: its distance from now within a day, else the day and, within half a
 * year, the time of day.
 * @param now milliseconds since 1970
 */
export function formatListTime(time: Time, now: number): string {
  const distance = new Date(time).getTime() - now
  const length = Math.abs(distance)
  if (length < minute) return distance > 0 ? 'in a minute' : 'just now'
  if (length >= day) return length < halfYear ? formatDayAndHour(time) : formatDate(time)
  const text =
    length < hour ? `${Math.floor(length / minute)} min` : `${Math.floor(length / hour)} h`
  return distance > 0 ? `in ${text}` : `${text} ago`
}

/**
 * Formats the day of a time where there is little room: without the year within half a year.
 * @param now milliseconds since 1970
 */
export function formatListDay(time: Time, now: number): string {
  return Math.abs(new Date(time).getTime() - now) < halfYear ? formatDay(time) : formatDate(time)
}

/** Formats a time in UTC, for texts that leave the console. */
export function formatUtc(time: Time): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

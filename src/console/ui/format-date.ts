import { userLocale } from './locale'

type Time = string | number | Date

/** Returns a formatter that is created on first use, since that takes longer than formatting. */
function formatter(options: Intl.DateTimeFormatOptions): (time: Time) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => (format ??= new Intl.DateTimeFormat(userLocale, options)).format(new Date(time))
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
export const formatHour = formatter({ hour: '2-digit', minute: '2-digit' })

/** Formats day, month, hour and minute, for the axis of a longer span. */
export const formatDayAndHour = formatter({
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a time in UTC, for texts that leave the console. */
export function formatUtc(time: Time): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

import { userLocale } from './locale'

type Time = string | number | Date

/** A format that is made when it is first used: that takes longer than to use it many times. */
function formatter(options: Intl.DateTimeFormatOptions): (time: Time) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => (format ??= new Intl.DateTimeFormat(userLocale, options)).format(new Date(time))
}

/** A point in time, as the reader writes it. */
export const formatDateTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' })

/** The day of a point in time. */
export const formatDate = formatter({ dateStyle: 'medium' })

/** The day with its name, as a heading. */
export const formatLongDate = formatter({ dateStyle: 'full' })

/** The time of day, where the day is said elsewhere. */
export const formatTime = formatter({ timeStyle: 'medium' })

/** Hour and minute, short enough for an axis. */
export const formatHour = formatter({ hour: '2-digit', minute: '2-digit' })

/** Day, month, hour and minute, for the axis of a longer span. */
export const formatDayAndHour = formatter({
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** A point in time that reads the same everywhere, for texts that leave the console. */
export function formatUtc(time: Time): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

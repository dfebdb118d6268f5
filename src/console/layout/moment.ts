const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'medium' },
  day: { dateStyle: 'medium' },
  dayInFull: { dateStyle: 'full' },
  clock: { timeStyle: 'medium' },
  hour: { hour: '2-digit', minute: '2-digit' },
  hourOfDay: { weekday: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

type Time = string | number | Date

function formatted(time: Time, style: keyof typeof styles): string {
  const format = formats.get(style) ?? new Intl.DateTimeFormat(undefined, styles[style])
  formats.set(style, format)
  return format.format(new Date(time))
}

/** A point in time, as the reader writes it. */
export function moment(time: Time): string {
  return formatted(time, 'moment')
}

/** The day of a point in time. */
export function day(time: Time): string {
  return formatted(time, 'day')
}

/** The day with its name, as a heading. */
export function dayInFull(time: Time): string {
  return formatted(time, 'dayInFull')
}

/** The time of day, where the day is said elsewhere. */
export function clock(time: Time): string {
  return formatted(time, 'clock')
}

/** Hour and minute, with the day where a span is longer than one hour: short enough for an axis. */
export function axisTime(time: Time, withDay: boolean): string {
  return formatted(time, withDay ? 'hourOfDay' : 'hour')
}

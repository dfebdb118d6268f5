const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A point in time, as the reader writes it. */
export function moment(time: string): string {
  return momentFormat.format(new Date(time))
}

/** The day of a point in time. */
export function day(time: string): string {
  return dayFormat.format(new Date(time))
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A point in time, as the reader writes it. */
export function moment(time: string): string {
  return format.format(new Date(time))
}

/** A format that is made when it is first used: that takes longer than to use it many times. */
function formatter(options: Intl.DateTimeFormatOptions): (time: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => (format ??= new Intl.DateTimeFormat(undefined, options)).format(new Date(time))
}

/** A point in time, as the reader writes it. */
export const moment = formatter({ dateStyle: 'medium', timeStyle: 'medium' })

/** The day of a point in time. */
export const day = formatter({ dateStyle: 'medium' })

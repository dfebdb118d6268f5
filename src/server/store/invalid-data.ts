/** PostgreSQL's classes of errors that are the error of the data: data exceptions and violated constraints. */
const dataErrorClasses = new Set(['22', '23'])

/**
 * Whether work failed because of the data it was given, so that it would fail again: the database
 * refused the data, or our own code could not read it. A database that is away refuses nothing.
 */
export function isInvalidData(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.length === 5 && dataErrorClasses.has(code.slice(0, 2))
}

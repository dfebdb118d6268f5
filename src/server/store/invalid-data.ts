import { sqlStateOf } from './sql-state'

/** SQLSTATE classes of errors caused by data: data exceptions and constraint violations. */
const dataErrorClasses = new Set(['22', '23'])

/**
 * Whether work failed because of its data, so that a retry would fail too: the database rejected
 * the data, or our own code could not read it. An outage of the database is no such error.
 */
export function isInvalidData(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  const state = sqlStateOf(error)
  return state?.length === 5 && dataErrorClasses.has(state.slice(0, 2))
}

/** Whether a lock was not granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown) => sqlStateOf(error) === '55P03'

/** Returns the SQLSTATE of an error of PostgreSQL; undefined for errors without a code. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

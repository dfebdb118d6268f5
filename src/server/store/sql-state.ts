/** Returns the SQLSTATE of an error of PostgreSQL; undefined for errors without a code. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

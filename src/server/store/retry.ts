const maxAttempts = 5

/** PostgreSQL’s own words for 'another transaction came first': serialization failure and deadlock. */
function isConflict(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
  )
}

/** Runs work that is one transaction, again when it crossed another one. Distributed databases ask for that as a matter of course. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * 2 ** attempt))
    }
  }
}

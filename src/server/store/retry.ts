import { isStalePlan } from './statement-names'

const maxAttempts = 5

/** Whether another transaction came first (serialization failure, deadlock) or changed the tables. */
function isConflict(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return (
    error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
  )
}

/**
 * Runs work that is one transaction, and repeats it if it conflicted with another one. Distributed
 * databases expect that.
 */
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

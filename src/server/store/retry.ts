import { sqlStateOf } from './sql-state'
import { isStalePlan } from './statement-names'

const maxAttempts = 5

/** Whether work failed because of a serialization failure, a deadlock or a changed table. */
function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01' || isStalePlan(error)
}

/**
 * Runs work that is one transaction, or only reads, and retries it if it conflicted with another
 * transaction. Distributed databases require that of their clients.
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

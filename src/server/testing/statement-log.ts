import { appendFileSync } from 'node:fs'
import type { PostgresPool } from 'kysely'
import { watchStatements } from './watch-statements'

const file = process.env['STATEMENTS_FILE']
const recorded = new Set<string>()

/**
 * Appends each statement that runs on a pool to the file of the environment variable
 * `STATEMENTS_FILE`, as lines of JSON; without the variable, it returns the pool as it is.
 */
export function recordStatements(pool: PostgresPool): PostgresPool {
  if (file === undefined) return pool
  return watchStatements(pool, (text) => {
    if (!recorded.has(text)) appendFileSync(file, `${JSON.stringify(text)}\n`)
    recorded.add(text)
  })
}

import { appendFileSync } from 'node:fs'
import type { PostgresPool } from 'kysely'

const file = process.env['STATEMENTS_FILE']
const recorded = new Set<string>()

/**
 * Appends each statement that runs on a pool to the file of the environment variable
 * `STATEMENTS_FILE`, as lines of JSON; without the variable, it returns the pool as it is.
 */
export function recordStatements(pool: PostgresPool): PostgresPool {
  if (file === undefined) return pool
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      function query<Row>(text: string, parameters: readonly unknown[]) {
        if (!recorded.has(text)) appendFileSync(file ?? '', `${JSON.stringify(text)}\n`)
        recorded.add(text)
        return client.query<Row>(text, parameters)
      }
      return Object.assign(Object.create(client), { query })
    },
  }
}

import type { CompiledQuery } from 'kysely'
import type { Database } from '@/server/store/database'

/** Runs a function with a database, and returns the statements that it sent. */
export async function statementsOf(
  database: Database,
  run: (database: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const collecting = database.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(collecting)
  return statements
}

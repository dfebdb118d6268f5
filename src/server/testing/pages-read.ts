import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { z } from 'zod'
import type { Database } from '../store/database'

const explainedSchema = z.tuple([
  z.object({
    Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
  }),
])

/**
 * Runs a function, and counts the pages of 8 kB that its `select` statements read: unlike times,
 * they do not depend on the machine.
 */
export async function countPagesRead(
  database: Database,
  run: (database: Database) => Promise<unknown>,
): Promise<number> {
  const statements: CompiledQuery[] = []
  const collecting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await run(database.withPlugin(collecting))
  let pages = 0
  for (const { sql, parameters } of statements) {
    if (!/^\s*(select|with)\b/i.test(sql)) continue
    const explain = `explain (analyze, buffers, format json) ${sql}`
    const { rows } = await database.executeQuery<{ 'QUERY PLAN': unknown }>(
      CompiledQuery.raw(explain, [...parameters]),
    )
    const [{ Plan }] = explainedSchema.parse(rows[0]?.['QUERY PLAN'])
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return pages
}

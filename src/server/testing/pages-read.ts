import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Database } from '@/server/store/database'
import { statementsOf } from './statements-of'

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
  let pages = 0
  for (const { sql, parameters } of await statementsOf(database, run)) {
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

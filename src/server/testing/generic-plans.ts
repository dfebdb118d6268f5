import { CompiledQuery } from 'kysely'
import type { Database } from '@/server/store/database'
import { statementsOf } from './statements-of'

/**
 * Runs a function, and returns the plan of each of its statements that the database keeps for a
 * prepared statement: it does not depend on the values of the parameters.
 */
export async function genericPlans(
  database: Database,
  run: (database: Database) => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsOf(database, run)
  return database.transaction().execute(async (transaction) => {
    const execute = (text: string) =>
      transaction.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(text))
    await execute('set local plan_cache_mode = force_generic_plan')
    const plans: string[] = []
    for (const { sql, parameters } of statements) {
      await execute(`prepare explained as ${sql}`)
      const values = parameters.map(() => 'null').join(', ')
      const { rows } = await execute(
        `explain execute explained${values === '' ? '' : `(${values})`}`,
      )
      await execute('deallocate explained')
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}

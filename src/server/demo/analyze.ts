import { sql } from 'kysely'
import type { Queryable } from '@/server/store/database'

/** Updates the statistics of the planner: an embedded database has no autovacuum. */
export async function analyze(database: Queryable): Promise<void> {
  await sql`vacuum analyze`.execute(database)
}

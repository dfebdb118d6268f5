import { sql } from 'kysely'
import type { PublicContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import { within } from '@/server/core/time/within'
import type { Database } from '@/server/store/database'
import { tooSlow } from '@/server/store/database-outage'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'

/** A probe does not wait long, and a slower database is not ready either. */
const timeoutMilliseconds = 700

/** Returns why the database cannot serve requests; undefined if it can. */
async function findObstacle(database: Database): Promise<string | undefined> {
  try {
    const { rows } = await sql<{
      is_read_only: boolean
    }>`select current_setting('transaction_read_only')::boolean as is_read_only`.execute(database)
    return rows[0]?.is_read_only === true ? 'The database is read-only' : undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message
    throw error
  }
}

/** Reports whether the server can serve requests. @throws unavailable, with the reason */
export async function getReadiness({ database }: PublicContext): Promise<{ status: 'ok' }> {
  const reason = await within(timeoutMilliseconds, findObstacle(database), () => tooSlow)
  if (reason !== undefined) throw new ServiceError('unavailable', reason)
  return { status: 'ok' }
}

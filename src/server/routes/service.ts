import { sql } from 'kysely'
import { ServiceError } from '../core/service-error'
import type { Database } from '../store/database'
import { DatabaseUnavailable } from '../store/database-unavailable'
import type { OpenHandlers } from '../http/handler'

/** Who asks whether the server is ready does not wait long, and a database that takes longer is not ready either. */
const readinessMilliseconds = 700

/** What keeps the database from serving requests; undefined when nothing does. */
async function obstacle(database: Database): Promise<string | undefined> {
  try {
    const { rows } = await sql<{
      is_read_only: boolean
    }>`select current_setting('transaction_read_only')::boolean as is_read_only`.execute(database)
    return rows[0]?.is_read_only === true ? 'The database is read-only at the moment' : undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message
    throw error
  }
}

export const serviceHandlers = {
  getHealth: async () => ({ status: 'ok' as const }),
  async getReadiness({ database }) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(
        () => resolve('The database took too long to respond'),
        readinessMilliseconds,
      )
    })
    const reason = await Promise.race([obstacle(database), late])
    clearTimeout(timer)
    if (reason !== undefined) throw new ServiceError('unavailable', reason)
    return { status: 'ok' }
  },
} satisfies Partial<OpenHandlers>

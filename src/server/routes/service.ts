import { sql } from 'kysely'
import { ServiceFault } from '../services/fault'
import type { OpenHandlers } from './handler'

export const serviceHandlers = {
  getHealth: async () => ({ status: 'ok' as const }),
  async getReadiness({ database, log, requestId }) {
    try {
      await sql`select 1`.execute(database)
      return { status: 'ok' }
    } catch (error) {
      log.error({ error, requestId }, 'the database does not answer')
      throw new ServiceFault('unavailable', 'The database does not answer')
    }
  },
} satisfies Partial<OpenHandlers>

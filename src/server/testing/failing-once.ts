import type { RootOperationNode } from 'kysely'
import type { Database } from '@/server/store/database'
import { connectionLost } from '@/server/store/database-outage'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'

/** Returns a database whose first statement of a kind fails, as when its connection is lost. */
export function failingOnce(
  database: Database,
  kind: RootOperationNode['kind'],
  error: Error = new DatabaseUnavailable(connectionLost, true, undefined),
): Database {
  let hasFailed = false
  return database.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== kind || hasFailed) return node
      hasFailed = true
      throw error
    },
    transformResult: async ({ result }) => result,
  })
}

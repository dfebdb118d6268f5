import type { RootOperationNode } from 'kysely'
import { connectionLost } from '../store/database-outage'
import { DatabaseUnavailable } from '../store/database-unavailable'
import type { Database } from '../store/database'

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

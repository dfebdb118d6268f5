import type { RootOperationNode } from 'kysely'
import { connectionLost } from '../store/database-outage'
import { DatabaseUnavailable } from '../store/database-unavailable'
import type { Database } from '../store/database'

/** Returns a database that loses its connection at the first statement of a kind, then works. */
export function losingConnection(database: Database, kind: RootOperationNode['kind']): Database {
  let hasFailed = false
  return database.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== kind || hasFailed) return node
      hasFailed = true
      throw new DatabaseUnavailable(connectionLost, true, undefined)
    },
    transformResult: async ({ result }) => result,
  })
}

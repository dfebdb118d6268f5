import type { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

/**
 * Hands out the one connection that an embedded database has, to one user at a time, in the order
 * of asking. A transaction holds it until it ends, so nothing else may be waited on inside one.
 */
export function pglitePool(pglite: PGlite): PostgresPool {
  let free: Promise<void> = Promise.resolve()

  return {
    async connect() {
      const before = free
      let release = () => {}
      free = new Promise((resolve) => (release = resolve))
      await before
      return connection(pglite, release)
    },
    end: () => pglite.close(),
  }
}

function connection(pglite: PGlite, release: () => void): PostgresPoolClient {
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(text: string | PostgresCursor<Row>, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('The embedded database has no cursors')
    // Kysely reads the count of changed rows only after commands that change some.
    return pglite
      .query<Row>(text, [...parameters])
      .then(({ rows, affectedRows }) => ({ command: 'UPDATE', rowCount: affectedRows ?? rows.length, rows }))
  }
  return { query, release }
}

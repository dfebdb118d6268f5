import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'

interface Result {
  rows: unknown[]
  rowCount: number
}

/** Makes a client of a pool, in the form that Kysely expects, which runs statements only. */
export function statementClient(
  run: (text: string, parameters: readonly unknown[]) => Promise<Result>,
  release: () => void,
): PostgresPoolClient {
  function query<Row>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(
    text: string | PostgresCursor<unknown>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported')
    // Kysely reads the row count only of commands that change rows, such as UPDATE.
    return run(text, parameters).then((result) => ({ command: 'UPDATE', ...result }))
  }
  return { query, release }
}

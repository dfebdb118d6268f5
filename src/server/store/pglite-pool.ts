import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { BackendMessage } from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import { StatementNames } from './statement-names'

/** The first bytes of the messages that PostgreSQL responds to: Sync, and a simple Query. */
const expectsResponse = new Set(Array.from('SQ', (letter) => letter.charCodeAt(0)))

/**
 * The database as the driver sees it, two to three times as fast as through PGlite's own functions:
 * all messages of a statement enter WebAssembly in one call instead of five, and the driver's parser
 * reads the response. The proxy replaces the one method that the driver sends messages by.
 */
function withFastProtocol(pglite: PGlite): PGlite {
  let parts: Uint8Array[] = []
  let messages: BackendMessage[] = []
  const parser = new Parser()

  const execProtocolStream = async (part: Uint8Array): Promise<BackendMessage[]> => {
    parts.push(part)
    if (!expectsResponse.has(part[0] ?? 0)) return []
    const whole = Buffer.concat(parts)
    parts = []
    messages = []
    await pglite.execProtocolRawStream(whole, {
      // Copied, since the database uses the memory again.
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), (message) => messages.push(message)),
    })
    return messages
  }
  return new Proxy(pglite, {
    get: (target, name) =>
      name === 'execProtocolStream' ? execProtocolStream : Reflect.get(target, name),
  })
}

/**
 * Hands out the one connection that an embedded database has, to one user at a time, in the order
 * of asking. A transaction holds it until it ends, so nothing else may be waited for inside one.
 */
export function pglitePool(pglite: PGlite): PostgresPool {
  const pool = new pg.Pool(
    Object.assign(createPgConfig(withFastProtocol(pglite)), { max: 1, idleTimeoutMillis: 0 }),
  )
  const names = new StatementNames()

  function connection(client: pg.PoolClient): PostgresPoolClient {
    function query<Row>(
      text: string,
      parameters: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(
      text: string | PostgresCursor<Row>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
      if (typeof text !== 'string') throw new TypeError('The embedded database has no cursors')
      const name = names.of(text)
      // Kysely reads the count of changed rows only after commands that change some.
      return client
        .query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) })
        .then(({ rows, rowCount }) => ({
          command: 'UPDATE',
          rowCount: rowCount ?? rows.length,
          rows,
        }))
    }
    return { query, release: () => client.release() }
  }

  return {
    connect: async () => connection(await pool.connect()),
    async end() {
      await pool.end()
      await pglite.close()
    },
  }
}

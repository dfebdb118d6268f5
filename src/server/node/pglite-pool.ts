import { PassThrough } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { parse } from 'pg-protocol'
import type { BackendMessage } from 'pg-protocol/dist/messages'

/** What is searched for decides how it is best found, so that a search is planned each time; all else is planned once. */
const isSearch = /\slike\s|\s~\s/
/** Longer ones write many rows at once and seldom come back as they were. */
const maxPreparedLength = 4000
/** Statements with lists of many lengths are not let fill the memory. */
const maxPrepared = 500

/** The first bytes of what asks the database to response: the end of an extended query, and a simple one. */
const expectsResponse = new Set(Array.from('SQ', (letter) => letter.charCodeAt(0)))

/**
 * The database as the driver sees it. The parts of a statement go in together with what ends it, since each crossing takes as
 * long as a short statement. The driver's own parser reads what comes back, many times as fast as the database's.
 */
function withFastProtocol(pglite: PGlite): PGlite {
  let parts: Uint8Array[] = []
  let messages: BackendMessage[] = []
  const responses = new PassThrough()
  void parse(responses, (message) => messages.push(message))

  const execProtocolStream = async (part: Uint8Array): Promise<BackendMessage[]> => {
    parts.push(part)
    if (!expectsResponse.has(part[0] ?? 0)) return []
    const whole = Buffer.concat(parts)
    parts = []
    messages = []
    // Copied, since the database uses the place again.
    await pglite.execProtocolRawStream(whole, {
      onRawData: (bytes) => responses.emit('data', Buffer.from(bytes)),
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
 * of asking. A transaction holds it until it ends, so nothing else may be waited on inside one.
 */
export function pglitePool(pglite: PGlite): PostgresPool {
  const pool = new pg.Pool(
    Object.assign(createPgConfig(withFastProtocol(pglite)), { max: 1, idleTimeoutMillis: 0 }),
  )
  const names = new Map<string, string>()

  /** Under a name the database keeps what it has read and planned of a statement. */
  function nameOf(text: string): string | undefined {
    if (text.length > maxPreparedLength || isSearch.test(text)) return undefined
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `statement ${names.size}`)
    return names.get(text)
  }

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
      const name = nameOf(text)
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

import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { noConnection, outageLog, outageMessage, type OutageLogger } from './database-outage'
import { secondsSince, type PoolObserver } from './pool-observer'
import { ConnectingClient, lentConnection, PoolState, ServerConnection } from './server-connection'
import { sqlStateOf } from './sql-state'

export interface PoolOptions {
  connectionString: string
  /** The most connections that are open at once. */
  max: number
  /** The time limit of a statement; without one there is no limit, as migrations need it. */
  statementMilliseconds?: number | undefined
  /** How long to wait for a connection while all are in use. */
  queueMilliseconds?: number
  /** Receives an entry for each reason of an outage, and one when it is over. */
  log: OutageLogger
  observer?: PoolObserver | undefined
}

const defaultQueueMilliseconds = 5000
const keepAliveMilliseconds = 10_000
/** SQLSTATE of a server, database or role with as many connections as it may have. */
const tooManyConnections = '53300'
/** How long a pool makes do with the connections that it had when the server refused another. */
const limitedMilliseconds = 10_000
/** How long to wait before asking again for a connection that the server refused. */
const refusedMilliseconds = 100

/**
 * Creates a pool of connections to a PostgreSQL server that may restart, fail over or stop
 * responding at any moment, directly or behind PgBouncer in transaction mode. Every outage is
 * thrown as `DatabaseUnavailable`, and a connection involved in it is not used again.
 *
 * Statements are timed on this side, and the connection of one that takes too long is dropped. That
 * works with any server and pooler, and even if the network silently drops packets, which no server
 * setting detects. The server has the same time limits: it aborts a statement that this side has
 * given up on or can no longer reach, and releases its locks. They are set once per connection, but
 * behind PgBouncer, which would hand that connection to other clients, with each BEGIN and for its
 * transaction alone. PgBouncer rejects `statement_timeout` as a startup parameter.
 *
 * When the server refuses another connection, because there are too many, the pool makes do with
 * those that it has for a while, and requests wait in its queue.
 *
 * Statements are prepared, unless there is a pooler in between: PgBouncer may run the next
 * statement on another connection, which does not know the prepared one. A connection to PgBouncer
 * is recognized by its process id, which PgBouncer makes up.
 */
export function postgresPool({
  connectionString,
  max,
  statementMilliseconds,
  queueMilliseconds = defaultQueueMilliseconds,
  log,
  observer,
}: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: queueMilliseconds,
    Client: ConnectingClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    application_name: 'signalbox',
  })
  const state = new PoolState(outageLog(log), statementMilliseconds, observer)
  const connections = new WeakMap<pg.PoolClient, ServerConnection>()

  // An 'error' event without a listener ends the process. The pool listens only while a connection
  // is idle, but not, for example, between two statements of a transaction.
  pool.on('error', () => {})
  // The pool itself counts those that are being opened too.
  let openCount = 0
  let limitedUntil = -Infinity
  pool.on('connect', (client) => {
    openCount += 1
    connections.set(client, new ServerConnection(client, state))
  })
  pool.on('remove', () => (openCount -= 1))

  async function takeClient(): Promise<pg.PoolClient> {
    const until = performance.now() + queueMilliseconds
    for (;;) {
      if (performance.now() > limitedUntil) pool.options.max = max
      try {
        return await pool.connect()
      } catch (error) {
        if (pool.ending) throw error
        if (sqlStateOf(error) !== tooManyConnections || performance.now() > until)
          throw state.unavailable(outageMessage(error) ?? noConnection, error)
        pool.options.max = Math.max(1, openCount)
        limitedUntil = performance.now() + limitedMilliseconds
        await new Promise((resume) => setTimeout(resume, refusedMilliseconds))
      }
    }
  }

  return {
    async connect() {
      const since = performance.now()
      for (;;) {
        const client = await takeClient()
        const connection = connections.get(client) ?? new ServerConnection(client, state)
        if (!(await connection.isAlive())) {
          client.release(true)
          continue
        }
        try {
          await connection.detectPooler()
        } catch (error) {
          client.release(true)
          throw error
        }
        observer?.connectionTaken(secondsSince(since))
        const release = () => {
          observer?.connectionReleased()
          client.release(connection.isSpent)
        }
        return lentConnection(connection, state, release)
      }
    },
    end: () => pool.end(),
  }
}

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable'
import { isStalePlan, StatementNames } from './statement-names'

export interface PoolOptions {
  connectionString: string
  /** How many connections are open at most. */
  max: number
  /** How long a statement may take. Absent: as long as it needs, for migrations. */
  statementMilliseconds?: number | undefined
  /** How long to wait for a connection while all are in use. */
  queueMilliseconds?: number
  /** Logs an outage once when it begins, and once when it is over. */
  log: {
    info(facts: object, message: string): void
    error(facts: object, message: string): void
  }
}

/** How long opening a connection may take. */
const connectMilliseconds = 3000
const defaultQueueMilliseconds = 5000
/** A connection that has been idle for longer is checked before it is used. */
const idleCheckMilliseconds = 1000
/** How long such a check may take. */
const checkMilliseconds = 1500
const keepAliveMilliseconds = 10_000
/** An outage is over with the first result after so long without a failure. */
const logIntervalMilliseconds = 1000

const noConnection = 'No connection to the database is available'
const connectionLost = 'The connection to the database was lost'
const tooSlow = 'The database took too long to respond'

/**
 * What it means that PostgreSQL, or PgBouncer in front of it, refuses a statement that nothing is
 * wrong with: by SQLSTATE, or by its class, which is its first two characters.
 */
const refusals: Readonly<Record<string, string>> = {
  '08': connectionLost,
  '25006': 'The database is read-only at the moment',
  '25P03': tooSlow,
  '25P04': tooSlow,
  '53': 'The database is overloaded',
  '53100': 'The database is out of disk space',
  '57014': tooSlow,
  '57P01': connectionLost,
  '57P02': connectionLost,
  '57P03': noConnection,
  '57P05': connectionLost,
}

/** The message for an error that PostgreSQL or PgBouncer reports; undefined if it is not an outage. */
function outageMessage(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  return refusals[error.code] ?? refusals[error.code.slice(0, 2)]
}

/** The pool knows one limit for both, and a full queue deserves more patience than a host that is gone. */
class ConnectingClient extends pg.Client {
  /** The server process that this connection was told it talks to. */
  declare readonly processID: number | null

  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectMilliseconds })
  }
}

/** Logs the beginning and the end of each outage, rather than every request that fails in it. */
function outageLog(log: PoolOptions['log']) {
  let since: number | undefined
  let lastFailure = 0
  return {
    failed(error: unknown): void {
      lastFailure = performance.now()
      if (since !== undefined) return
      since = lastFailure
      log.error({ error }, 'the database is unavailable')
    },
    answered(): void {
      if (since === undefined || performance.now() - lastFailure < logIntervalMilliseconds) return
      const seconds = Math.round((performance.now() - since) / 1000)
      since = undefined
      log.info({ seconds }, 'the database is available again')
    },
  }
}

/** Calls back if the work takes longer. */
async function watched<Result>(
  work: Promise<Result>,
  milliseconds: number,
  onLate: () => void,
): Promise<Result> {
  let isDone = false
  // After a busy spell a timer fires before the result that has already arrived is read.
  const timer = setTimeout(() => setImmediate(() => isDone || onLate()), milliseconds)
  try {
    return await work
  } finally {
    isDone = true
    clearTimeout(timer)
  }
}

/**
 * A pool of connections to a PostgreSQL server that may restart, fail over or stop responding at
 * any moment, directly or behind PgBouncer in transaction mode. Every outage is thrown as
 * `DatabaseUnavailable`, and a connection that had a part in it is not used again.
 *
 * A statement is timed on this side, and its connection is dropped when it takes too long. This
 * works with any server and pooler, and also where the network swallows everything, which no
 * setting of the server helps against. PgBouncer refuses `statement_timeout` as a startup
 * parameter, and a plain `SET` would stay on a connection that PgBouncer hands to other clients.
 * `SET LOCAL` ends with its transaction: it makes the server abort what this side has given up or
 * can't reach any more, and release its locks. It is sent together with BEGIN and costs no extra
 * round trip.
 *
 * Statements are prepared, unless a pooler is in between: PgBouncer may run the next statement on
 * another connection, where what was prepared is not known. Its connections are recognized by the
 * process number that it makes up.
 */
export function postgresPool({
  connectionString,
  max,
  statementMilliseconds,
  queueMilliseconds = defaultQueueMilliseconds,
  log,
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
  const outage = outageLog(log)
  const begin =
    statementMilliseconds === undefined
      ? 'begin'
      : `begin; set local statement_timeout = ${statementMilliseconds}; set local idle_in_transaction_session_timeout = ${statementMilliseconds}`

  /** Connections that must not be used any more, and why. */
  const lost = new WeakMap<pg.PoolClient, unknown>()
  /** When each connection last responded. */
  const respondedAt = new WeakMap<pg.PoolClient, number>()
  /** Whether each connection leads to PostgreSQL itself, which keeps what was prepared. */
  const isDirect = new WeakMap<pg.PoolClient, boolean>()
  const names = new StatementNames()
  /** When a statement last took too long. What has not responded since may be dead. */
  let lateAt = 0
  /** When an idle connection was last found dead. What has not responded since has died with it. */
  let foundDeadAt = 0

  // An 'error' event without a listener ends the process. The pool listens only while a connection
  // is idle, not while it is in use, such as between two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    respondedAt.set(client, performance.now())
    client.on('error', (error) => lost.set(client, error))
  })

  function unavailable(message: string, cause: unknown, isOutcomeUnknown = false) {
    outage.failed(cause)
    return new DatabaseUnavailable(message, isOutcomeUnknown, cause)
  }

  async function execute(
    client: pg.PoolClient,
    text: string,
    parameters: readonly unknown[],
    milliseconds: number | undefined,
  ): Promise<pg.QueryResult> {
    if (lost.has(client)) throw unavailable(connectionLost, lost.get(client))
    let isLate = false
    // Several commands at once cannot be prepared.
    const isPrepared = text !== begin && isDirect.get(client) === true
    const name = isPrepared ? names.of(text) : undefined
    try {
      const query = client.query({
        text,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
      })
      const result = await (milliseconds === undefined
        ? query
        : watched(query, milliseconds, () => {
            isLate = true
            lateAt = performance.now()
            // With a statement under way this closes the socket without waiting for anything.
            void client.end()
          }))
      respondedAt.set(client, performance.now())
      outage.answered()
      return result
    } catch (error) {
      if (isStalePlan(error)) {
        names.renew()
        // A transaction is over; what runs it tries again.
        if (client.getTransactionStatus() === 'I')
          return execute(client, text, parameters, milliseconds)
      }
      const wasLost = lost.has(client)
      const message = isLate
        ? tooSlow
        : (outageMessage(error) ?? (wasLost ? connectionLost : undefined))
      if (message === undefined) throw error
      if (!wasLost) lost.set(client, error)
      throw unavailable(message, error, isLate || message === connectionLost)
    }
  }

  async function isAlive(client: pg.PoolClient): Promise<boolean> {
    const at = respondedAt.get(client) ?? 0
    if (lost.has(client) || at < foundDeadAt) return false
    if (at > lateAt && performance.now() - at < idleCheckMilliseconds) return true
    try {
      await execute(client, 'select 1', [], checkMilliseconds)
      return true
    } catch {
      foundDeadAt = performance.now()
      return false
    }
  }

  /** Finds out about a new connection whether it can prepare statements. Migrations need not. */
  async function identify(client: pg.PoolClient): Promise<void> {
    if (statementMilliseconds === undefined || !(client instanceof ConnectingClient)) return
    const { rows } = await execute(
      client,
      'select pg_backend_pid() as pid',
      [],
      statementMilliseconds,
    )
    isDirect.set(client, rows[0]?.pid === client.processID)
  }

  function connection(client: pg.PoolClient): PostgresPoolClient {
    let failure: DatabaseUnavailable | undefined

    async function run(text: string, parameters: readonly unknown[]) {
      // What follows a failure, such as the ROLLBACK, would only fail for lack of a connection.
      if (failure !== undefined) throw failure
      try {
        const statement = text === 'begin' ? begin : text
        const { rows, rowCount } = await execute(
          client,
          statement,
          parameters,
          statementMilliseconds,
        )
        // Kysely reads the count of changed rows only after commands that change some.
        return { command: 'UPDATE' as const, rowCount: rowCount ?? 0, rows }
      } catch (error) {
        if (error instanceof DatabaseUnavailable) failure = error
        throw error
      }
    }

    function query<Row>(
      text: string,
      parameters: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(
      text: string | PostgresCursor<Row>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
      if (typeof text !== 'string') throw new TypeError('Cursors are not supported')
      return run(text, parameters)
    }

    return {
      query,
      // One that is still in a transaction must not reach its next user either.
      release: () => client.release(lost.has(client) || client.getTransactionStatus() !== 'I'),
    }
  }

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          if (pool.ending) throw error
          throw unavailable(outageMessage(error) ?? noConnection, error)
        })
        if (!(await isAlive(client))) {
          client.release(true)
          continue
        }
        try {
          if (!isDirect.has(client)) await identify(client)
          return connection(client)
        } catch (error) {
          client.release(true)
          throw error
        }
      }
    },
    end: () => pool.end(),
  }
}

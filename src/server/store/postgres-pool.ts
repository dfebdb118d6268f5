import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable'
import { isStalePlan, StatementNames } from './statement-names'

export interface PoolOptions {
  connectionString: string
  /** The most connections that are open at once. */
  max: number
  /** The time limit of a statement; without one there is no limit, as migrations need it. */
  statementMilliseconds?: number | undefined
  /** How long to wait for a connection while all are in use. */
  queueMilliseconds?: number
  /** Receives one entry when an outage begins, and one when it is over. */
  log: {
    info(facts: object, message: string): void
    error(facts: object, message: string): void
  }
}

/** How long opening a connection may take. */
const connectMilliseconds = 3000
const defaultQueueMilliseconds = 5000
/** A connection that has been idle for longer is checked before use. */
const idleCheckMilliseconds = 1000
/** How long the check of an idle connection may take. */
const checkMilliseconds = 1500
const keepAliveMilliseconds = 10_000
/** An outage ends with the first result after this long without a failure. */
const logIntervalMilliseconds = 1000

const noConnection = 'No connection to the database is available'
const connectionLost = 'The connection to the database was lost'
const readOnly = 'The database is read-only at the moment'
const tooSlow = 'The database took too long to respond'

/**
 * Messages for errors of PostgreSQL or PgBouncer that are not the statement's fault, by SQLSTATE or
 * by its class, the first two characters.
 */
const outageMessages: Readonly<Record<string, string>> = {
  '08': connectionLost,
  '25006': readOnly,
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

/** Whether a standby refused a statement because unlogged tables exist on the primary only. */
function needsPrimary({ code, routine }: pg.DatabaseError): boolean {
  // The code means any unsupported feature, and the message may be in another language.
  return code === '0A000' && routine === 'get_relation_info'
}

/** Returns the message for an error that the server reported; undefined if it is not an outage. */
function outageMessage(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  if (needsPrimary(error)) return readOnly
  return outageMessages[error.code] ?? outageMessages[error.code.slice(0, 2)]
}

/**
 * A client with its own connect timeout. The pool has one timeout for connecting and for waiting in
 * its queue, but a full queue deserves more patience than an unreachable host.
 */
class ConnectingClient extends pg.Client {
  /** The server process id that the connection was given when it was opened. */
  declare readonly processID: number | null

  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectMilliseconds })
  }
}

/** Logs the beginning and the end of each outage instead of every request that fails in it. */
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
    succeeded(): void {
      if (since === undefined || performance.now() - lastFailure < logIntervalMilliseconds) return
      const seconds = Math.round((performance.now() - since) / 1000)
      since = undefined
      log.info({ seconds }, 'the database is available again')
    },
  }
}

/** Waits for work, and calls `onLate` if it takes longer than the given time. */
async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  onLate: () => void,
): Promise<Result> {
  let isDone = false
  // When the event loop was busy, the timer fires before a result that has already arrived is read.
  const timer = setTimeout(() => setImmediate(() => isDone || onLate()), milliseconds)
  try {
    return await work
  } finally {
    isDone = true
    clearTimeout(timer)
  }
}

/**
 * Creates a pool of connections to a PostgreSQL server that may restart, fail over or stop
 * responding at any moment, directly or behind PgBouncer in transaction mode. Every outage is
 * thrown as `DatabaseUnavailable`, and a connection involved in it is not used again.
 *
 * Statements are timed on this side, and the connection of one that takes too long is dropped. That
 * works with any server and pooler, and even if the network silently drops packets, which no server
 * setting detects. PgBouncer rejects `statement_timeout` as a startup parameter, and a plain `SET`
 * would stay on a connection that PgBouncer hands to other clients. `SET LOCAL` ends with its
 * transaction: it makes the server abort a statement that this side has given up on or can no
 * longer reach, and release its locks. It is sent together with BEGIN, so it costs no extra round
 * trip.
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
      : [
          'begin',
          `set local statement_timeout = ${statementMilliseconds}`,
          `set local idle_in_transaction_session_timeout = ${statementMilliseconds}`,
        ].join('; ')

  /** Connections that must not be used any more, and why. */
  const lost = new WeakMap<pg.PoolClient, unknown>()
  /** When each connection last responded. */
  const respondedAt = new WeakMap<pg.PoolClient, number>()
  /** Whether each connection leads to PostgreSQL itself, which keeps prepared statements. */
  const isDirect = new WeakMap<pg.PoolClient, boolean>()
  const names = new StatementNames()
  /** When a statement last took too long. A connection that has not responded since may be dead. */
  let lateAt = 0
  /** When an idle connection was last found dead. One that has not responded since is dead too. */
  let foundDeadAt = 0

  // An 'error' event without a listener ends the process. The pool listens only while a connection
  // is idle, but not, for example, between two statements of a transaction.
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
    // `begin` holds several commands, which cannot be prepared together.
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
        : withDeadline(query, milliseconds, () => {
            isLate = true
            lateAt = performance.now()
            // While a statement is running this closes the socket at once.
            void client.end()
          }))
      respondedAt.set(client, performance.now())
      outage.succeeded()
      return result
    } catch (error) {
      if (isStalePlan(error)) {
        names.renew()
        // A failed transaction can't go on; its caller retries it.
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

  /** Finds out whether a new connection can prepare statements. Migrations don't need to. */
  async function detectPooler(client: pg.PoolClient): Promise<void> {
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
      // Later statements, such as the ROLLBACK, would only fail for lack of a connection.
      if (failure !== undefined) throw failure
      try {
        const statement = text === 'begin' ? begin : text
        const { rows, rowCount } = await execute(
          client,
          statement,
          parameters,
          statementMilliseconds,
        )
        // Kysely reads the row count only of commands that change rows, such as UPDATE.
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
      // A connection that is still in a transaction must not be reused either.
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
          if (!isDirect.has(client)) await detectPooler(client)
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

import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { connectionLost, outageMessage, tooSlow, type OutageLog } from './database-outage'
import { DatabaseUnavailable } from './database-unavailable'
import { secondsSince, type PoolObserver } from './pool-observer'
import { statementClient } from './statement-client'
import { isStalePlan, StatementNames } from './statement-names'

/** How long opening a connection may take. */
const connectMilliseconds = 3000
/** A connection that has been idle for longer is checked before use. */
const idleCheckMilliseconds = 1000
/** How long the check of an idle connection may take. */
const checkMilliseconds = 1500

/**
 * A client with its own connect timeout. The pool has one timeout for connecting and for waiting in
 * its queue, but a full queue deserves more patience than an unreachable host.
 */
export class ConnectingClient extends pg.Client {
  /** The server process id that the connection was given when it was opened. */
  declare readonly processID: number | null

  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectMilliseconds })
  }
}

/**
 * Has the server abort what takes too long, so that locks are released if this side is gone; not
 * compile statements, because with many rows in the tables that takes seconds for statements that
 * run for a fraction of a second; and send times in the format that `pg` reads.
 */
const settings = (set: 'set' | 'set local', milliseconds: number) =>
  [
    `statement_timeout = ${milliseconds}`,
    `idle_in_transaction_session_timeout = ${milliseconds}`,
    'jit = off',
    'datestyle = iso',
  ]
    .map((setting) => `${set} ${setting}`)
    .join('; ')

/** What the connections of one pool share: settings, and what they learn from each other. */
export class PoolState {
  readonly names = new StatementNames()
  /** When a statement last took too long. A connection that has not responded since may be dead. */
  lateAt = 0
  /** When an idle connection was last found dead. One that has not responded since is dead too. */
  foundDeadAt = 0

  constructor(
    readonly outage: OutageLog,
    /** The time limit of a statement; undefined for none. */
    readonly statementMilliseconds: number | undefined,
    readonly observer: PoolObserver | undefined,
  ) {}

  /** Logs an outage, and returns the error for it. */
  unavailable(message: string, cause: unknown, isOutcomeUnknown = false): DatabaseUnavailable {
    this.outage.failed(cause)
    return new DatabaseUnavailable(message, isOutcomeUnknown, cause)
  }
}

/** One connection to the server, for as long as it is open. */
export class ServerConnection {
  readonly #client: pg.PoolClient
  readonly #pool: PoolState
  /** Why the connection must not be used any more. */
  #lost: { cause: unknown } | undefined
  #respondedAt = performance.now()
  /** Whether it leads to PostgreSQL itself, which keeps prepared statements and settings. */
  #isDirect: boolean | undefined

  constructor(client: pg.PoolClient, pool: PoolState) {
    this.#client = client
    this.#pool = pool
    client.on('error', (cause) => (this.#lost = { cause }))
  }

  /** Whether it must be closed when released: it is lost, or still in a transaction. */
  get isSpent(): boolean {
    return this.#lost !== undefined || this.#client.getTransactionStatus() !== 'I'
  }

  /** Checks a connection that was idle. */
  async isAlive(): Promise<boolean> {
    const { lateAt, foundDeadAt } = this.#pool
    if (this.#lost !== undefined || this.#respondedAt < foundDeadAt) return false
    const isFresh = performance.now() - this.#respondedAt < idleCheckMilliseconds
    if (this.#respondedAt > lateAt && isFresh) return true
    try {
      await this.execute('select 1', [], checkMilliseconds)
      return true
    } catch {
      this.#pool.foundDeadAt = performance.now()
      return false
    }
  }

  /**
   * Finds out, once, whether it leads to PostgreSQL itself, and then changes its settings.
   * Migrations need neither.
   */
  async detectPooler(): Promise<void> {
    const { statementMilliseconds } = this.#pool
    if (this.#isDirect !== undefined || statementMilliseconds === undefined) return
    if (!(this.#client instanceof ConnectingClient)) return
    const { rows } = await this.execute('select pg_backend_pid() as pid', [], statementMilliseconds)
    const isDirect = rows[0]?.pid === this.#client.processID
    if (isDirect)
      await this.execute(settings('set', statementMilliseconds), [], statementMilliseconds)
    this.#isDirect = isDirect
  }

  /** Begins a transaction. Behind a pooler its settings are sent along. */
  begin(): Promise<pg.QueryResult> {
    const { statementMilliseconds } = this.#pool
    const local =
      this.#isDirect === true || statementMilliseconds === undefined
        ? []
        : [settings('set local', statementMilliseconds)]
    return this.execute(['begin', ...local].join('; '), [], statementMilliseconds)
  }

  /**
   * Runs a statement.
   * @throws DatabaseUnavailable if the database is unavailable or takes too long
   */
  async execute(
    text: string,
    parameters: readonly unknown[],
    milliseconds: number | undefined,
  ): Promise<pg.QueryResult> {
    if (this.#lost !== undefined) throw this.#pool.unavailable(connectionLost, this.#lost.cause)
    let isLate = false
    try {
      const query = this.#send(text, parameters)
      const result = await (milliseconds === undefined
        ? query
        : withDeadline(query, milliseconds, () => {
            isLate = true
            this.#pool.lateAt = performance.now()
            // While a statement is running this closes the socket at once.
            void this.#client.end()
          }))
      this.#respondedAt = performance.now()
      this.#pool.outage.succeeded()
      return result
    } catch (error) {
      if (isStalePlan(error)) {
        this.#pool.names.renew()
        // A failed transaction can't go on; its caller retries it.
        if (this.#client.getTransactionStatus() === 'I')
          return this.execute(text, parameters, milliseconds)
      }
      // The log should not say that the connection was closed, but why.
      const reason = isLate ? new Error(`No response within ${milliseconds} ms`) : error
      throw this.#errorOf(reason, isLate)
    }
  }

  #send(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const name = this.#isDirect === true ? this.#pool.names.of(text) : undefined
    const values = [...parameters]
    return this.#client.query(name === undefined ? { text, values } : { text, values, name })
  }

  /** Returns the error to throw for a failed statement. After an outage the connection is lost. */
  #errorOf(error: unknown, isLate: boolean): unknown {
    const wasLost = this.#lost !== undefined
    const message = isLate
      ? tooSlow
      : (outageMessage(error) ?? (wasLost ? connectionLost : undefined))
    if (message === undefined) return error
    this.#lost ??= { cause: error }
    return this.#pool.unavailable(message, error, isLate || message === connectionLost)
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

/** Lends a connection for one statement or transaction. */
export function lentConnection(
  connection: ServerConnection,
  { statementMilliseconds, observer }: PoolState,
  release: () => void,
): PostgresPoolClient {
  let failure: DatabaseUnavailable | undefined

  async function run(text: string, parameters: readonly unknown[]) {
    // Later statements, such as the ROLLBACK, would only fail for lack of a connection.
    if (failure !== undefined) throw failure
    const since = performance.now()
    try {
      const result = await (text === 'begin'
        ? connection.begin()
        : connection.execute(text, parameters, statementMilliseconds))
      observer?.statementEnded('ok', secondsSince(since))
      return { rowCount: result.rowCount ?? 0, rows: result.rows }
    } catch (error) {
      observer?.statementEnded('error', secondsSince(since))
      if (error instanceof DatabaseUnavailable) failure = error
      throw error
    }
  }

  return statementClient(run, release)
}

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import {
  PgliteConnection,
  type EmbeddedDatabase,
  type Response,
  type Statement,
} from './pglite-connection'
import { secondsSince, type PoolObserver } from './pool-observer'

/** More statements at once are hardly faster each, and the first waits for the last. */
const maxBatch = 8
const beginning = /^(begin|start transaction)\b/

interface WaitingStatement extends Statement {
  /** Which client sent it. */
  client: PostgresPoolClient
  /** When it was sent, as a time of `performance.now()`. */
  since: number
  resolve: (response: Response) => void
  reject: (error: unknown) => void
}

interface PoolOptions {
  observer?: PoolObserver | undefined
  /**
   * Lets the process do other work. It is waited for before each batch, since the embedded database
   * never waits for anything: without it, no request is read before all statements are answered.
   */
  pause?: () => Promise<unknown>
}

/**
 * Lends clients that share the one connection that an embedded database has. Statements run in the
 * order of sending: those of a transaction with no other in between, and all others in batches,
 * each in a transaction of its own. So nothing else may be waited for inside a transaction.
 */
class PglitePool implements PostgresPool {
  readonly #connection: PgliteConnection
  #waiting: WaitingStatement[] = []
  /** The client that has begun a transaction. */
  #holder: PostgresPoolClient | undefined
  #isRunning = false
  readonly #lent = new Set<PostgresPoolClient>()
  #isEnded = false
  #allReturned = () => {}

  constructor(
    private readonly pglite: EmbeddedDatabase,
    private readonly options: PoolOptions,
  ) {
    this.#connection = new PgliteConnection(pglite)
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isEnded) throw new Error('The pool of the embedded database has ended')
    const send = (text: string, parameters: readonly unknown[]) =>
      new Promise<Response>((resolve, reject) => {
        const since = performance.now()
        this.#waiting.push({ client, text, parameters, since, resolve, reject })
        void this.#run()
      })

    function query<Row>(
      text: string,
      parameters: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query(
      text: string | PostgresCursor<unknown>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
      if (typeof text !== 'string') throw new TypeError('The embedded database has no cursors')
      return send(text, parameters).then(({ rows, rowCount }) => ({
        // Kysely reads the count of changed rows only after commands that change some.
        command: 'UPDATE',
        rowCount: rowCount ?? rows.length,
        rows,
      }))
    }

    const client: PostgresPoolClient = { query, release: () => this.#return(client) }
    this.#lent.add(client)
    return client
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#lent.size > 0) await new Promise<void>((resolve) => (this.#allReturned = resolve))
    await this.pglite.close()
  }

  #return(client: PostgresPoolClient): void {
    this.#lent.delete(client)
    if (this.#holder === client) {
      this.#holder = undefined
      this.options.observer?.connectionReleased()
      void this.#run()
    }
    if (this.#lent.size === 0) this.#allReturned()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.some(({ client }) => this.#mayRun(client))) {
      if (this.#holder === undefined) {
        await this.options.pause?.()
        await this.#runNext()
      } else {
        await this.#runInTransaction()
      }
    }
    this.#isRunning = false
  }

  #mayRun(client: PostgresPoolClient): boolean {
    return this.#holder === undefined || this.#holder === client
  }

  /** Begins a transaction, or runs a batch of what comes before the next one. */
  async #runNext(): Promise<void> {
    const { observer } = this.options
    const [first] = this.#waiting
    if (first === undefined) return
    observer?.connectionTaken(secondsSince(first.since))
    if (beginning.test(first.text)) {
      this.#holder = first.client
      await this.#runBatch(this.#waiting.splice(0, 1))
    } else {
      const batch = this.#waiting.slice(0, maxBatch)
      const transaction = batch.findIndex(({ text }) => beginning.test(text))
      await this.#runBatch(this.#waiting.splice(0, transaction === -1 ? maxBatch : transaction))
      observer?.connectionReleased()
    }
  }

  async #runInTransaction(): Promise<void> {
    const batch = this.#waiting.filter(({ client }) => this.#mayRun(client))
    this.#waiting = this.#waiting.filter(({ client }) => !this.#mayRun(client))
    await this.#runBatch(batch)
  }

  async #runBatch(batch: readonly WaitingStatement[]): Promise<void> {
    const since = performance.now()
    const ended = (outcome: 'ok' | 'error') =>
      this.options.observer?.statementEnded(outcome, secondsSince(since) / batch.length)
    try {
      for (const [{ resolve, reject }, response] of await this.#connection.run(batch)) {
        ended(response.error === undefined ? 'ok' : 'error')
        if (response.error === undefined) resolve(response)
        else reject(response.error)
      }
    } catch (error) {
      for (const { reject } of batch) {
        ended('error')
        reject(error)
      }
    }
  }
}

/** Makes the pool of an embedded database. */
export function pglitePool(pglite: EmbeddedDatabase, options: PoolOptions = {}): PostgresPool {
  return new PglitePool(pglite, options)
}

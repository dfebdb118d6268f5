import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { outageLog, outageMessage, type OutageLog, type OutageLogger } from './database-outage'
import { DatabaseUnavailable } from './database-unavailable'
import {
  PgliteConnection,
  type EmbeddedDatabase,
  type StatementResponse,
  type Statement,
} from './pglite-connection'
import { secondsSince, type PoolObserver } from './pool-observer'
import { statementClient } from './statement-client'

/** More statements at once are hardly faster each, and the first waits for the last. */
const maxBatch = 8
/** More transactions in one group hardly save time each, and the first waits for the last. */
const maxGroup = 8
const beginning = /^(begin|start transaction)\b/

interface WaitingStatement extends Statement {
  /** Which client sent it. */
  client: PostgresPoolClient
  /** When it was sent, as a time of `performance.now()`. */
  since: number
  resolve: (response: StatementResponse) => void
  reject: (error: unknown) => void
}

interface PoolOptions {
  /** Receives one entry when an outage begins, such as a full disk, and one when it is over. */
  log?: OutageLogger | undefined
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
 *
 * Transactions that wait for each other are committed as a group, since a commit takes as long as
 * all the rest: the flush to disk. To the database, a group is one transaction, and each that joins
 * it begins with a savepoint, to which it can be rolled back. None is answered before the commit of
 * all, and nothing else runs until then, so nobody reads what a power cut could undo.
 */
class PglitePool implements PostgresPool {
  readonly #connection: PgliteConnection
  readonly #outage: OutageLog | undefined
  #waiting: WaitingStatement[] = []
  /** The client whose transaction is running. */
  #holder: PostgresPoolClient | undefined
  /** The COMMIT statements of the open group, which are answered when it is committed. */
  #group: WaitingStatement[] = []
  /** Whether others may join the open group: not those that need a snapshot of their own. */
  #isJoinable = false
  #isRunning = false
  readonly #lent = new Set<PostgresPoolClient>()
  #isEnded = false
  #allReturned = () => {}

  constructor(
    private readonly pglite: EmbeddedDatabase,
    private readonly options: PoolOptions,
  ) {
    this.#connection = new PgliteConnection(pglite)
    this.#outage = options.log && outageLog(options.log)
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isEnded) throw new Error('The pool of the embedded database has ended')
    const run = async (text: string, parameters: readonly unknown[]) => {
      const { rows, rowCount = rows.length } = await this.#send(client, text, parameters)
      return { rows, rowCount }
    }
    const client = statementClient(run, () => this.#return(client))
    this.#lent.add(client)
    return client
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#lent.size > 0) await new Promise<void>((resolve) => (this.#allReturned = resolve))
    await this.pglite.close()
  }

  #send(
    client: PostgresPoolClient,
    text: string,
    parameters: readonly unknown[],
  ): Promise<StatementResponse> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      this.#waiting.push({ client, text, parameters, since, resolve, reject })
      void this.#run()
    })
  }

  #return(client: PostgresPoolClient): void {
    this.#lent.delete(client)
    if (this.#holder === client) void this.#send(client, 'rollback', []).catch(() => {})
    if (this.#lent.size === 0) this.#allReturned()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#hasWork()) {
      if (this.#holder === undefined) {
        await this.options.pause?.()
        await this.#runNext()
      } else {
        await this.#runInTransaction()
      }
    }
    this.#isRunning = false
  }

  #hasWork(): boolean {
    return this.#holder === undefined
      ? this.#waiting.length > 0 || this.#group.length > 0
      : this.#waiting.some(({ client }) => client === this.#holder)
  }

  /** Begins a transaction, commits the group, or runs a batch of what comes before the next one. */
  async #runNext(): Promise<void> {
    const { observer } = this.options
    const [first] = this.#waiting
    if (this.#group.length > 0 && !this.#mayJoin(first)) return this.#commitGroup()
    if (first === undefined) return
    observer?.connectionTaken(secondsSince(first.since))
    if (beginning.test(first.text)) {
      this.#waiting.shift()
      await this.#begin(first)
    } else {
      const batch = this.#waiting.slice(0, maxBatch)
      const transaction = batch.findIndex(({ text }) => beginning.test(text))
      await this.#runBatch(this.#waiting.splice(0, transaction === -1 ? maxBatch : transaction))
      observer?.connectionReleased()
    }
  }

  #mayJoin(next: WaitingStatement | undefined): boolean {
    return (
      this.#isJoinable &&
      next?.text === 'begin' &&
      this.#group.length < maxGroup &&
      !this.#connection.isInFailedTransaction
    )
  }

  /** Names the savepoint of the next transaction in the group, so that it is never another's. */
  get #savepoint(): string {
    return `transaction_${this.#group.length}`
  }

  /** Begins a transaction: that of a new group, or one that joins the open group. */
  async #begin(begin: WaitingStatement): Promise<void> {
    this.#holder = begin.client
    if (this.#group.length > 0) {
      await this.#runBatch([{ ...begin, text: `savepoint ${this.#savepoint}` }])
    } else {
      this.#isJoinable = begin.text === 'begin'
      await this.#runBatch([begin])
    }
  }

  async #runInTransaction(): Promise<void> {
    const own = this.#waiting.filter(({ client }) => client === this.#holder)
    const end = own.findIndex(({ text }) => text === 'commit' || text === 'rollback')
    const batch = end === -1 ? own : own.slice(0, Math.max(end, 1))
    this.#waiting = this.#waiting.filter((statement) => !batch.includes(statement))
    const [first] = batch
    if (first !== undefined && end === 0) await this.#endTransaction(first)
    else await this.#runBatch(batch)
  }

  /** Adds a transaction to the group, or rolls it back: one that failed even if it is committed. */
  async #endTransaction(end: WaitingStatement): Promise<void> {
    if (end.text === 'commit' && !this.#connection.isInFailedTransaction) {
      this.#group.push(end)
    } else {
      const text = this.#group.length > 0 ? `rollback to ${this.#savepoint}` : 'rollback'
      await this.#runBatch([{ ...end, text }])
    }
    this.#holder = undefined
    this.options.observer?.connectionReleased()
  }

  async #commitGroup(): Promise<void> {
    const group = this.#group
    const [first] = group
    this.#group = []
    if (first === undefined) return
    const reject = (error: unknown) => group.forEach((each) => each.reject(error))
    // PostgreSQL would answer the COMMIT of a failed transaction as if it had worked.
    const hasFailed = this.#connection.isInFailedTransaction
    const resolve = (response: StatementResponse) =>
      hasFailed
        ? reject(new Error('The transactions of this group were rolled back'))
        : group.forEach((each) => each.resolve(response))
    if (await this.#runBatch([{ ...first, resolve, reject }])) return
    // The transaction may still be open, and must not become part of the next one.
    await this.#connection.run([{ text: 'rollback', parameters: [] }]).catch(() => {})
  }

  /** Returns what a statement fails with, and logs an outage. */
  #rejection(error: Error): Error {
    const message = outageMessage(error)
    if (message === undefined) return error
    this.#outage?.failed(error)
    return new DatabaseUnavailable(message, false, error)
  }

  /** @returns whether the database responded, even if with errors */
  async #runBatch(batch: readonly WaitingStatement[]): Promise<boolean> {
    const since = performance.now()
    const ended = (outcome: 'ok' | 'error') =>
      this.options.observer?.statementEnded(outcome, secondsSince(since) / batch.length)
    try {
      for (const [{ resolve, reject }, response] of await this.#connection.run(batch)) {
        ended(response.error === undefined ? 'ok' : 'error')
        if (response.error === undefined) {
          this.#outage?.succeeded()
          resolve(response)
        } else reject(this.#rejection(response.error))
      }
      return true
    } catch (error) {
      for (const { reject } of batch) {
        ended('error')
        reject(error)
      }
      return false
    }
  }
}

/** Makes the pool of an embedded database. */
export function pglitePool(pglite: EmbeddedDatabase, options: PoolOptions = {}): PostgresPool {
  return new PglitePool(pglite, options)
}

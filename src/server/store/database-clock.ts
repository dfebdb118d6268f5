import { sql } from 'kysely'
import type { Queryable } from './database'

/**
 * The clock of a database, which its servers share: leases, due times and expiry mean the same to
 * all of them, whatever the clocks of their machines show.
 */
export class DatabaseClock {
  #millisecondsAhead = 0

  /**
   * @param steadyClock returns a time in milliseconds that does not change when the clock of the
   *   machine is set: until the next reading, leases would seem to have ended, and tokens to have
   *   expired
   */
  constructor(
    private readonly steadyClock: () => number = () => performance.timeOrigin + performance.now(),
  ) {}

  readonly now = (): Date => new Date(this.steadyClock() - this.#millisecondsAhead)

  /** Reads the clock of the database. Repeat it: clocks drift, and the database's can be set. */
  async synchronize(database: Queryable): Promise<void> {
    const before = this.steadyClock()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
    const after = this.steadyClock()
    const now = rows[0]?.now.getTime() ?? before
    // The statement may have waited, so the difference lies between these two. The one found last
    // is kept while it does too.
    this.#millisecondsAhead = Math.min(Math.max(this.#millisecondsAhead, before - now), after - now)
  }
}

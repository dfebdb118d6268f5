import { sql } from 'kysely'
import type { Queryable } from './database'

/**
 * The clock of a database, which its servers share: leases, due times and expiry mean the same to
 * all of them, whatever the clocks of their machines show.
 */
export class DatabaseClock {
  #millisecondsAhead = 0

  /** @param machineClock returns the time of this machine, in milliseconds */
  constructor(private readonly machineClock: () => number = Date.now) {}

  /** By how much the clock of this machine is ahead of the database's. */
  get millisecondsAhead(): number {
    return this.#millisecondsAhead
  }

  readonly now = (): Date => new Date(this.machineClock() - this.#millisecondsAhead)

  /** Reads the clock of the database. Repeat it, since clocks drift and are set. */
  async synchronize(database: Queryable): Promise<void> {
    const before = this.machineClock()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
    const after = this.machineClock()
    const now = rows[0]?.now.getTime() ?? before
    // The statement may have waited, so the difference lies between these two. The one found last
    // is kept while it does too.
    this.#millisecondsAhead = Math.min(Math.max(this.#millisecondsAhead, before - now), after - now)
  }
}

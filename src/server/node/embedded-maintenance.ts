import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Log } from '@/server/core/ports/log'
import { hasLogGrown } from '@/server/store/checkpoint'
import type { Condition } from '@/server/store/condition'
import type { Database } from '@/server/store/database'
import { maxLogMegabytes } from './embedded-database'

/** Short, so that what is done at once stays little while much is written or deleted. */
const intervalMilliseconds = 2000
/** Every so many rounds, all tables are maintained, not only those with many deleted rows. */
const roundsPerFullMaintenance = 15

/**
 * Deleted or changed rows after which a table is vacuumed, however large it is. Everything else
 * waits while a table is vacuumed, and the more of these rows it has, the longer.
 */
const maxDeadRows = 50_000

/** Half the maximum, so that the log stays below it until the next check. */
const checkpointAfterBytes = (maxLogMegabytes / 2) * 2 ** 20

const setting = (name: string) => sql<number>`current_setting(${sql.lit(name)})::float8`

/** A vacuum with few buffers, which is the default, would flush the log for each that it reuses. */
const commands = { vacuum: 'vacuum (buffer_usage_limit 0)', analyze: 'analyze' }

/** Returns the tables that fulfil a condition. */
async function tablesWith(database: Database, isDue: Condition): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, stat.relname as name
    from pg_stat_all_tables as stat join pg_class on pg_class.oid = relid
    where ${isDue}`.execute(database)
  return rows.map(({ schema, name }) => sql.id(schema, name))
}

/** When PostgreSQL's autovacuum would do it, with its settings, and at `maxDeadRows`. */
const isVacuumDue = sql<SqlBool>`
  n_dead_tup > least(${maxDeadRows}, ${setting('autovacuum_vacuum_threshold')}
    + ${setting('autovacuum_vacuum_scale_factor')} * n_live_tup)
  or age(relfrozenxid) > ${setting('autovacuum_freeze_max_age')}`
const isAnalyzeDue = sql<SqlBool>`
  n_mod_since_analyze > ${setting('autovacuum_analyze_threshold')}
    + ${setting('autovacuum_analyze_scale_factor')} * n_live_tup`
const hasManyDeadRows = sql<SqlBool>`n_dead_tup > ${maxDeadRows}`

interface Maintenance {
  /** Makes no checkpoints while the work is running. */
  pauseDuring<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): void
}

/**
 * Does regularly what PostgreSQL leaves to background processes, which the embedded database lacks.
 * Without checkpoints, its log would grow until it is closed, and be replayed after a crash.
 * Without vacuuming, the space of deleted rows would not be used again.
 */
export function maintain(database: Database, log: Log): Maintenance {
  let pauses = 0
  let round = 0
  let isRunning = false
  let isStopped = false
  async function checkpointWhenDue() {
    if ((await hasLogGrown(database, checkpointAfterBytes)) && pauses === 0)
      await sql`checkpoint`.execute(database)
  }
  /** Vacuums or analyzes the tables that fulfil a condition, each in a statement of its own. */
  async function maintainTables(command: keyof typeof commands, isDue: Condition) {
    for (const table of await tablesWith(database, isDue)) {
      await sql`${sql.raw(commands[command])} ${table}`.execute(database)
      await checkpointWhenDue()
    }
  }
  async function maintainOnce() {
    round += 1
    // First, since the log must not grow because a table cannot be vacuumed.
    await checkpointWhenDue()
    if (round % roundsPerFullMaintenance > 0) return maintainTables('vacuum', hasManyDeadRows)
    await maintainTables('vacuum', isVacuumDue)
    await maintainTables('analyze', isAnalyzeDue)
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void maintainOnce()
      .catch((error: unknown) => {
        // The database is closed after the stop, whether a round has ended or not.
        if (!isStopped) log.error({ error }, 'the maintenance of the embedded database failed')
      })
      .finally(() => (isRunning = false))
  }, intervalMilliseconds).unref()
  return {
    async pauseDuring(work) {
      pauses += 1
      try {
        return await work()
      } finally {
        pauses -= 1
      }
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

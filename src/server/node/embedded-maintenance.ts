import { sql } from 'kysely'
import type { Log } from '../core/context'
import { hasLogGrown } from '../store/checkpoint'
import type { Database } from '../store/database'
import { maxLogMegabytes } from './embedded-database'

const intervalMilliseconds = 30_000

/** Half the maximum, so that the log stays below it until the next check. */
const checkpointAfterBytes = (maxLogMegabytes / 2) * 2 ** 20

const setting = (name: string) => sql<number>`current_setting(${sql.lit(name)})::float8`

interface DueTable {
  schema: string
  name: string
  needs_vacuum: boolean
  needs_analyze: boolean
}

/**
 * Vacuums and analyzes the tables for which PostgreSQL's autovacuum would do so, with its settings:
 * those with many deleted or changed rows, and those with very old transaction ids. Of a large
 * table, each takes up to a second, so other statements run in between. A vacuum that used few
 * buffers again and again would flush the log each time.
 */
async function vacuumWhenDue(database: Database): Promise<void> {
  const { rows } = await sql<DueTable>`
    select * from (
      select schemaname as schema, stat.relname as name,
        n_dead_tup > ${setting('autovacuum_vacuum_threshold')}
            + ${setting('autovacuum_vacuum_scale_factor')} * n_live_tup
          or age(relfrozenxid) > ${setting('autovacuum_freeze_max_age')} as needs_vacuum,
        n_mod_since_analyze > ${setting('autovacuum_analyze_threshold')}
            + ${setting('autovacuum_analyze_scale_factor')} * n_live_tup as needs_analyze
      from pg_stat_all_tables as stat join pg_class on pg_class.oid = relid
    ) as due
    where needs_vacuum or needs_analyze`.execute(database)
  for (const { schema, name, needs_vacuum, needs_analyze } of rows) {
    const table = sql.id(schema, name)
    if (needs_vacuum) await sql`vacuum (buffer_usage_limit 0) ${table}`.execute(database)
    if (needs_analyze) await sql`analyze ${table}`.execute(database)
  }
}

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
  async function run() {
    // First, since the log must not grow because a table cannot be vacuumed.
    if ((await hasLogGrown(database, checkpointAfterBytes)) && pauses === 0)
      await sql`checkpoint`.execute(database)
    await vacuumWhenDue(database)
  }
  const timer = setInterval(
    () =>
      void run().catch((error: unknown) =>
        log.error({ error }, 'the maintenance of the embedded database failed'),
      ),
    intervalMilliseconds,
  ).unref()
  return {
    async pauseDuring(work) {
      pauses += 1
      try {
        return await work()
      } finally {
        pauses -= 1
      }
    },
    stop: () => clearInterval(timer),
  }
}

import { sql } from 'kysely'
import type { Database } from './database'

/** Whether the write-ahead log of an embedded database has grown by more since its checkpoint. */
export async function hasLogGrown(database: Database, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ hasGrown: boolean }>`
    select pg_current_wal_lsn() - redo_lsn > ${bytes} as "hasGrown"
      from pg_control_checkpoint()`.execute(database)
  return rows[0]?.hasGrown === true
}

import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { databaseOver, type Database } from '@/server/store/database'
import { pglitePool } from '@/server/store/pglite-pool'
import { postgresPool } from '@/server/store/postgres-pool'
import type { MigratedOnServer } from './migrated-database'
import { refuseUnscoped } from './scoped-statements'
import { createServerDatabase } from './server-database'
import { recordStatements } from './statement-log'

export interface FreshDatabase {
  database: Database
  /** The connection string, if it is on a server. */
  address?: string
  close(): Promise<void>
}

/** Copies the migrated database on the server. Closing it drops the copy. */
async function copyOnServer({
  server,
  name: migrated,
  pooler,
}: MigratedOnServer): Promise<FreshDatabase> {
  const { address, drop } = await createServerDatabase(server, migrated)
  if (pooler !== undefined) address.host = new URL(pooler).host
  const database = databaseOver(
    refuseUnscoped(
      postgresPool({
        connectionString: address.href,
        max: 5,
        // Long, because tests run on busy machines.
        statementMilliseconds: 55_000,
        queueMilliseconds: 55_000,
        log: { info: () => {}, error: () => {} },
      }),
    ),
  )
  return {
    database,
    address: address.href,
    async close() {
      await database.destroy()
      await drop()
    },
  }
}

/** The idle embedded databases of this worker. */
const unused: PGlite[] = []

/** More than this is faster truncated. */
const fewBytes = 500_000
const emptyTables = `
  set session_replication_role = replica;
  do $$ declare
    tables regclass[] := array(
      select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname not like 'kysely_%'
    );
    measured oid[];
    name regclass;
  begin
    -- Plans depend on what the planner knows of the rows.
    measured := tables::oid[] || array(
      select indexrelid from pg_index where indrelid = any(tables::oid[])
    );
    delete from pg_statistic where starelid = any(measured);
    -- A new index has 0 rows, a new table an unknown number.
    update pg_class set relpages = 0, reltuples = -1
      where oid = any(measured) and (reltuples > 0 or relkind = 'r' and reltuples = 0);
    if (select max(pg_relation_size(size)) > ${fewBytes} from unnest(tables) as size) then
      execute 'truncate ' || array_to_string(tables, ', ');
      return;
    end if;
    foreach name in array tables loop
      if pg_relation_size(name) > 0 then execute 'delete from ' || name; end if;
    end loop;
  end $$`

/** It is emptied for the next test instead of closed, which is ten times as fast as opening one. */
class ReusedPGlite extends PGlite {
  override async close(): Promise<void> {
    await this.exec(emptyTables)
    // Statements are prepared, and settings are changed, for a connection, and it has only one.
    await this.exec('discard all')
    unused.push(this)
  }
}

async function openInMemory(path: string): Promise<PGlite> {
  const client = new ReusedPGlite({
    extensions: { pg_trgm },
    loadDataDir: new Blob([await readFile(path)]),
  })
  await client.waitReady
  return client
}

async function copyInMemory(path: string): Promise<FreshDatabase> {
  const client = unused.pop() ?? (await openInMemory(path))
  const database = databaseOver(refuseUnscoped(recordStatements(pglitePool(client))))
  return { database, close: () => database.destroy() }
}

/** Creates an empty, migrated database: in memory, or on the PostgreSQL server of the test run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const migrated = inject('migratedDatabase')
  const fresh = await (migrated.on === 'server'
    ? copyOnServer(migrated)
    : copyInMemory(migrated.path))
  // Kysely closes only pools that have been used.
  await sql`select 1`.execute(fresh.database)
  return fresh
}

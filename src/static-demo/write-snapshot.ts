// Writes the demo data as the files of a database, for the static demo.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'kysely'
import { serverKeys } from '@/server/core/secrets/server-keys'
import { seedRecords } from '@/server/demo/seed'
import { databaseOver } from '@/server/store/database'
import { migrate } from '@/server/store/migrate'
import { pglitePool } from '@/server/store/pglite-pool'
import { demoMasterKey } from './master-key'
import { packFiles, type DatabaseFiles } from './snapshot'

async function filesBelow(folder: string): Promise<DatabaseFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const files: DatabaseFiles = new Map()
  for (const { entry, path } of paths) {
    const name = path.slice(folder.length).replaceAll('\\', '/')
    files.set(name, entry.isDirectory() ? 'directory' : new Uint8Array(await readFile(path)))
  }
  return files
}

async function main(target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-snapshot-'))
  try {
    const pglite = await PGlite.create(folder, {
      extensions: { pg_trgm },
      // A log segment of 16 MB would be most of the snapshot.
      initDbStartParams: ['--wal-segsize=1'],
      // Recycled log files would contain old entries.
      startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
    })
    const pool = pglitePool(pglite)
    await migrate(pool)
    const database = databaseOver(pool)
    const keys = await serverKeys(demoMasterKey)
    await seedRecords({ ...keys, database, clock: () => new Date() })
    // The templates are not needed, because no database is created.
    await sql`update pg_database set datistemplate = false`.execute(database)
    for (const name of ['template0', 'template1'])
      await sql`drop database ${sql.id(name)}`.execute(database)
    await sql`vacuum full`.execute(database)
    await sql`vacuum analyze`.execute(database)
    await sql`select pg_switch_wal()`.execute(database)
    await sql`checkpoint`.execute(database)
    await database.destroy()
    await writeFile(target, packFiles(await filesBelow(folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Name the file to write')
await main(target)

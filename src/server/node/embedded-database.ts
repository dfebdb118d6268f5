import fs from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableNodeFs, syncPath, syncTree } from './durable-node-fs'

const bufferMegabytes = { least: 16, most: 512 }
/** The maximum size of the write-ahead log, which has to be replayed after a crash. */
export const maxLogMegabytes = 64
/** Exists while a database is being created or restored. */
const markerFile = 'database.incomplete'

/**
 * Returns the buffer size of the database in megabytes: half the size of its files when it is
 * opened, because the rest is rarely read.
 */
async function bufferSize(database: string): Promise<number> {
  const base = join(database, 'base')
  const files = await readdir(base, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(base, file))).size))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20 / 2
  return Math.ceil(Math.min(Math.max(megabytes, bufferMegabytes.least), bufferMegabytes.most))
}

/**
 * Writes a new database while a marker file exists. If the marker still exists at the next start,
 * the database is incomplete and gets deleted.
 */
export async function replaceDatabase<Result>(
  folder: string,
  write: () => Promise<Result>,
): Promise<Result> {
  const marker = join(folder, markerFile)
  fs.writeFileSync(marker, '')
  syncPath(folder)
  const result = await write()
  syncTree(join(folder, 'database'))
  syncPath(folder)
  fs.rmSync(marker)
  // If the marker reappeared after a power cut, the next start would delete the database.
  syncPath(folder)
  return result
}

const setting = (name: string, value: string) => ['-c', `${name}=${value}`]

/** Deletes what a creation or a restore that did not finish has left. */
export function deleteIncompleteDatabase(folder: string): void {
  if (fs.existsSync(join(folder, markerFile)))
    fs.rmSync(join(folder, 'database'), { recursive: true, force: true })
}

/** What PostgreSQL last wrote to its log, which is enough for the reason of a failed start. */
const maxLogLines = 10

/**
 * Opens the embedded database of a data folder, or creates it there.
 * @param durable whether writes reach the disk before they are acknowledged
 * @throws an error with PostgreSQL's reason
 */
export async function openPglite(folder: string, durable: boolean): Promise<PGlite> {
  const dataDir = join(folder, 'database')
  deleteIncompleteDatabase(folder)
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F'),
    ...(durable ? setting('wal_sync_method', 'fsync') : []),
    ...setting('shared_buffers', `${await bufferSize(dataDir)}MB`),
    ...setting('max_wal_size', `${maxLogMegabytes}MB`),
    ...setting('min_wal_size', '32MB'),
  ]
  const lines: string[] = []
  const open = async () => {
    try {
      return await PGlite.create({
        fs: durable ? new DurableNodeFs(dataDir) : new NodeFS(dataDir),
        extensions: { pg_trgm },
        startParams,
        onStderr(line) {
          if (lines.push(line) > maxLogLines) lines.shift()
          return true
        },
      })
    } catch (error) {
      const reason = [`The embedded database in ${folder} does not open`, ...lines].join('\n')
      throw new Error(reason, { cause: error })
    }
  }
  return fs.existsSync(join(dataDir, 'PG_VERSION')) ? open() : replaceDatabase(folder, open)
}

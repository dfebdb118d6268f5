import fs from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { z } from 'zod'
import { DurableNodeFs, syncPath, syncTree } from './durable-node-fs'

const bufferMegabytes = { least: 16, most: 512 }
/** The maximum size of the write-ahead log, which has to be replayed after a crash. */
export const maxLogMegabytes = 64
/** Where the database is, in the data folder. */
export const databaseFolder = 'database'
/** Where it is created, in the same folder. */
const incompleteFolder = 'database.incomplete'

/** Returns the size of all files in a folder, which may be missing or in use. */
export async function folderBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = files.map((file) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Returns the buffer size of the database in megabytes: half the size of its files when it is
 * opened, because the rest is rarely read.
 */
async function bufferSize(database: string): Promise<number> {
  const megabytes = (await folderBytes(join(database, 'base'))) / 2 ** 20 / 2
  return Math.ceil(Math.min(Math.max(megabytes, bufferMegabytes.least), bufferMegabytes.most))
}

/**
 * Creates a new database under another name, and renames it once it is complete. So the rest of a
 * creation that failed is never mistaken for a database that an operator moved to `database`.
 */
async function createDatabase(
  folder: string,
  open: (path: string) => Promise<PGlite>,
): Promise<PGlite> {
  const [incomplete, database] = [join(folder, incompleteFolder), join(folder, databaseFolder)]
  const created = await open(incomplete)
  await created.close()
  syncTree(incomplete)
  // Not every system replaces an empty folder.
  if (fs.existsSync(database)) fs.rmdirSync(database)
  fs.renameSync(incomplete, database)
  syncPath(folder)
  return open(database)
}

const setting = (name: string, value: string) => ['-c', `${name}=${value}`]

/** Deletes what a creation that did not finish has left. */
export function deleteIncompleteDatabase(folder: string): void {
  fs.rmSync(join(folder, incompleteFolder), { recursive: true, force: true })
}

/**
 * Whether a data folder has a database.
 * @throws if that cannot be read, or if something else is there, which must not be overwritten
 */
export async function hasDatabase(folder: string): Promise<boolean> {
  const database = join(folder, databaseFolder)
  const names = await readdir(database).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw new Error(`DATA_DIR: ${error.message}`)
  })
  if (names.length > 0 && !names.includes('PG_VERSION'))
    throw new Error(
      `DATA_DIR: ${database} is not empty, but holds no database. ` +
        'Move its content, or set DATA_DIR to another folder.',
    )
  return names.length > 0
}

/**
 * Checks that a command works on an existing database: it would create one in a wrong folder, and
 * back up that.
 * @throws an error that says what to do
 */
export async function assertHasDatabase(folder: string): Promise<void> {
  await stat(join(folder, databaseFolder, 'PG_VERSION')).catch((error: Error) => {
    throw new Error(
      `DATA_DIR: no database was found. ${error.message}\n` +
        'Set DATA_DIR or DATABASE_URL as for the server, which creates the database at its first ' +
        'start, and run the command as root or as the user of the server.',
    )
  })
}

/**
 * Checks that this user may write the files of a database, and leaves no files to its owner that
 * only root can open.
 * @throws an error that says what to do
 */
async function assertIsOwn(database: string): Promise<void> {
  await access(database, fs.constants.R_OK | fs.constants.W_OK).catch((error: Error) => {
    throw new Error(`DATA_DIR: ${error.message}`)
  })
  const { uid } = await stat(join(database, 'PG_VERSION'))
  if (process.geteuid?.() !== 0 || uid === 0) return
  throw new Error(
    `The embedded database belongs to user ${uid}, who cannot open files of root. ` +
      'Run this as that user; root can run commands while the server is running.',
  )
}

/**
 * Closes the folder of a database to other users: they could read and write the files, because
 * PGlite gives them the mode 0666 whatever the umask.
 */
export function closeToOthers(database: string): void {
  fs.mkdirSync(database, { recursive: true })
  try {
    fs.chmodSync(database, 0o700)
  } catch {
    // Some file systems have no modes, and the folder of a group may belong to another member.
  }
}

/** Error numbers of WebAssembly's system interface that an operator can do something about. */
const systemErrors: Readonly<Record<number, string>> = {
  2: 'Permission denied',
  19: 'Disk quota exceeded',
  29: 'Input/output error',
  33: 'Too many open files',
  51: 'No space left on device',
  54: 'Not a directory',
  69: 'Read-only file system',
}

/** Returns the reason for which a database could not be created; its log does not contain it. */
function systemErrorOf(error: unknown): string[] {
  const { data } = z.object({ errno: z.number() }).safeParse(error)
  return data === undefined ? [] : [systemErrors[data.errno] ?? `Error ${data.errno}`]
}

/** What PostgreSQL last wrote to its log, which is enough for the reason of a failure. */
const maxLogLines = 10

/**
 * Ends the process after a panic, as PostgreSQL does, and the next start recovers. PGlite would go
 * on in a damaged state: an endless loop in the best case.
 */
function endAfterPanic(folder: string, lines: readonly string[]): void {
  process.stderr.write(
    [
      ...lines,
      `The embedded database in ${folder} stopped, and this process with it. ` +
        'Remove the cause and start again: nothing that was acknowledged is lost.\n',
    ].join('\n'),
  )
  process.exit(1)
}

/**
 * Opens the embedded database of a data folder, or creates it there.
 * @param durable whether writes reach the disk before they are acknowledged
 * @throws an error with PostgreSQL's reason
 */
export async function openPglite(folder: string, durable: boolean): Promise<PGlite> {
  const dataDir = join(folder, databaseFolder)
  deleteIncompleteDatabase(folder)
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F'),
    ...(durable ? setting('wal_sync_method', 'fsync') : []),
    ...setting('shared_buffers', `${await bufferSize(dataDir)}MB`),
    ...setting('max_wal_size', `${maxLogMegabytes}MB`),
    ...setting('min_wal_size', '32MB'),
  ]
  const lines: string[] = []
  let isOpen = false
  const onAbort = () => {
    if (isOpen) endAfterPanic(folder, lines)
  }
  const open = async (path: string) => {
    isOpen = false
    try {
      closeToOthers(path)
      const pglite = await PGlite.create({
        fs: durable ? new DurableNodeFs(path, onAbort) : new NodeFS(path),
        extensions: { pg_trgm },
        startParams,
        onStderr(line) {
          if (lines.push(line) > maxLogLines) lines.shift()
          return true
        },
      })
      isOpen = true
      return pglite
    } catch (error) {
      const reason = [
        `The embedded database in ${folder} does not open`,
        ...lines,
        ...systemErrorOf(error),
      ].join('\n')
      throw new Error(reason, { cause: error })
    }
  }
  if (!(await hasDatabase(folder))) return createDatabase(folder, open)
  await assertIsOwn(dataDir)
  return open(dataDir)
}

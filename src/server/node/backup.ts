import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { create, extract } from 'tar'
import type { Database } from '@/server/store/database'
import { createDataFolder, openDataFolder } from './data-folder'
import { syncPath, syncTree } from './durable-node-fs'
import {
  closeToOthers,
  databaseFolder,
  deleteIncompleteDatabase,
  folderBytes,
  hasDatabase,
  maxLogMegabytes,
} from './embedded-database'
import { masterKeyFile } from './master-key'

/** The beginning of the names of folders for the copy that a backup makes, or a restore unpacks. */
const copyPrefix = 'backup.incomplete-'
const logFolder = join(databaseFolder, 'pg_wal')

/**
 * Copies a folder, all files concurrently: in sequence, each of ten thousand files would wait for
 * the statements of a busy server. Ignores files that the database deletes meanwhile.
 * @param except the path of a folder to copy without its content
 */
async function copyFolder(from: string, to: string, except?: string): Promise<void> {
  await mkdir(to, { recursive: true })
  if (from === except) return
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [path, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) return copyFolder(path, copy, except)
      return copyFile(path, copy).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      })
    }),
  )
}

/**
 * Copies the files of an embedded database while it is in use, and the write-ahead log that makes
 * the copy consistent. No checkpoint may delete parts of the log in the meantime.
 */
async function copyDatabase(database: Database, from: string, to: string): Promise<void> {
  await sql`select pg_backup_start('signalbox', fast => true)`.execute(database)
  let label: string | undefined
  try {
    await copyFolder(join(from, databaseFolder), join(to, databaseFolder), join(from, logFolder))
  } finally {
    const stopped = await sql<{ labelfile: string }>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`.execute(database)
    label = stopped.rows[0]?.labelfile
  }
  if (label === undefined) throw new Error('The database did not finish the backup')
  await copyFolder(join(from, logFolder), join(to, logFolder))
  await writeFile(join(to, databaseFolder, 'backup_label'), label)
}

/** Left free for the log, so that the server can write during the backup. */
const reservedBytes = maxLogMegabytes * 2 ** 20

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`

/**
 * Checks that a copy of the database fits into its folder: the server could not write while the
 * copy fills the disk.
 */
async function assertCopyFits(folder: string): Promise<void> {
  const needed = (await folderBytes(join(folder, databaseFolder))) + reservedBytes
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new Error(
      `DATA_DIR: A backup needs ${megabytes(needed)} of free space for a copy of the database, ` +
        `but ${folder} has ${megabytes(bavail * bsize)}`,
    )
}

/** Deletes copies that were left by processes that ended: each is as large as a database. */
export async function deleteIncompleteBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(copyPrefix)) await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Backs up an open data folder: the embedded database and, if it is stored there, the master key.
 * @returns a compressed tar archive
 */
export async function backUp(database: Database, folder: string): Promise<Readable> {
  const whole = resolve(folder)
  await assertCopyFits(whole)
  const copy = await mkdtemp(join(whole, copyPrefix))
  const removeCopy = () => rm(copy, { recursive: true, force: true })
  try {
    await copyDatabase(database, whole, copy)
    if (existsSync(join(whole, masterKeyFile)))
      await copyFile(join(whole, masterKeyFile), join(copy, masterKeyFile))
  } catch (error) {
    await removeCopy()
    throw error
  }
  // Node compresses in another thread; tar would in this one, while requests wait.
  const archive = createGzip()
  const packed = create({ cwd: copy, portable: true }, ['.'])
  // The reader of the archive gets the error.
  void pipeline(packed, archive).then(removeCopy, removeCopy)
  return archive
}

/**
 * Restores a backup into a data folder that has no database.
 * @throws if the folder has one or is in use, or if the file is not a complete backup
 */
export async function restore(file: string, folder: string): Promise<void> {
  const release = await openDataFolder(folder)
  try {
    await restoreInto(folder, file)
  } finally {
    await release()
  }
}

async function restoreInto(folder: string, file: string): Promise<void> {
  deleteIncompleteDatabase(folder)
  await deleteIncompleteBackups(folder)
  if (await hasDatabase(folder))
    throw new Error(
      `${resolve(folder)} already has a database. ` +
        'Set DATA_DIR to an empty folder, or move the database.',
    )
  await withUnpacked(file, folder, async (copy) => {
    await restoreMasterKey(copy, folder)
    syncTree(copy)
    // The database comes last: if it is there, the restore is complete.
    await rename(join(copy, databaseFolder), join(folder, databaseFolder))
    syncPath(folder)
  })
}

/**
 * Unpacks a backup for the time of the work.
 * @param parent the folder in which that of the copy is created
 * @param work gets the folder of the copy, which is a data folder
 * @throws if the file is not a complete backup, and what the work throws, with the name of the file
 */
export async function withUnpacked(
  file: string,
  parent: string,
  work: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = await mkdtemp(join(resolve(parent), copyPrefix))
  try {
    // Otherwise, files could still be written after a failure, while the copy is deleted.
    extract({ file, cwd: copy, strict: true, sync: true })
    if (!existsSync(join(copy, databaseFolder, 'backup_label')))
      throw new Error('it is not a backup of Signalbox')
    closeToOthers(join(copy, databaseFolder))
    await work(copy)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} could not be restored: ${reason}`, { cause: error })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/**
 * Puts the master key of an unpacked backup, if it has one, into a data folder. It does not replace
 * another one: that of a server on PostgreSQL may be there, and without it, the secrets are lost.
 */
export async function restoreMasterKey(copy: string, folder: string): Promise<void> {
  const [own, restored] = [join(folder, masterKeyFile), join(copy, masterKeyFile)]
  if (!existsSync(restored)) return
  if (!existsSync(own)) {
    await createDataFolder(folder)
    await copyFile(restored, own)
    return syncPath(own)
  }
  if ((await readFile(restored)).equals(await readFile(own))) return
  throw new Error(
    `${resolve(folder)} has another master key. ` +
      'Set DATA_DIR to an empty folder, or move the file master-key.',
  )
}

import { existsSync } from 'node:fs'
import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { create, extract } from 'tar'
import type { Database } from '../store/database'
import { replaceDatabase } from './embedded-database'
import { masterKeyFile } from './master-key'

const databaseFolder = 'database'
const logFolder = join(databaseFolder, 'pg_wal')

/**
 * Copies the files of an embedded database while it is in use, and the write-ahead log that makes
 * the copy consistent. No checkpoint may delete parts of the log in the meantime.
 */
async function copyDatabase(database: Database, from: string, to: string): Promise<void> {
  await sql`select pg_backup_start('signalbox', fast => true)`.execute(database)
  let label: string | undefined
  try {
    await cp(join(from, databaseFolder), join(to, databaseFolder), {
      recursive: true,
      filter: (path) => !path.startsWith(join(from, logFolder) + '/'),
    })
  } finally {
    const stopped = await sql<{ labelfile: string }>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`.execute(database)
    label = stopped.rows[0]?.labelfile
  }
  if (label === undefined) throw new Error('The database did not finish the backup')
  await cp(join(from, logFolder), join(to, logFolder), { recursive: true })
  await writeFile(join(to, databaseFolder, 'backup_label'), label)
}

/**
 * Backs up an open data folder: the embedded database and, if it is stored there, the master key.
 * @returns a compressed tar archive
 */
export async function backUp(database: Database, folder: string): Promise<Readable> {
  const whole = resolve(folder)
  const copy = await mkdtemp(join(whole, 'backup-'))
  const removeCopy = () => rm(copy, { recursive: true, force: true })
  try {
    await copyDatabase(database, whole, copy)
    if (existsSync(join(whole, masterKeyFile)))
      await cp(join(whole, masterKeyFile), join(copy, masterKeyFile))
  } catch (error) {
    await removeCopy()
    throw error
  }
  const archive = new PassThrough()
  const packed = create({ cwd: copy, gzip: true, portable: true }, ['.'])
  // An error reaches the reader of the archive.
  void pipeline(packed, archive).then(removeCopy, removeCopy)
  return archive
}

/**
 * Unpacks a backup into a data folder that has no database.
 * @throws if the folder has one, or if the file is not a backup
 */
export async function restore(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (existsSync(join(folder, databaseFolder, 'PG_VERSION')))
    throw new Error(
      `${resolve(folder)} already has a database. ` +
        'Set DATA_DIR to an empty folder, or move the database away.',
    )
  await replaceDatabase(folder, async () => {
    await extract({ file, cwd: folder, strict: true })
    if (!existsSync(join(folder, databaseFolder, 'backup_label')))
      throw new Error(`${file} is not a backup of Signalbox`)
  })
}

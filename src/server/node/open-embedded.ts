import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { releaseClaims } from '@/server/core/writes/idempotent-requests'
import { databaseOver } from '@/server/store/database'
import { migrate } from '@/server/store/migrate'
import { pglitePool } from '@/server/store/pglite-pool'
import { backUp as backUpFolder, deleteIncompleteBackups } from './backup'
import { openDataFolder } from './data-folder'
import { openPglite } from './embedded-database'
import { maintain } from './embedded-maintenance'
import type { OpenDatabase, OpenOptions } from './open-database'

/**
 * Opens the embedded database of a data folder, or creates it there, and migrates it.
 * @param durable whether writes reach the disk before they are acknowledged
 * @throws if another process has the folder open, or with PostgreSQL's reason
 */
export async function openEmbedded(
  folder: string,
  durable: boolean,
  { log, observePool, checkMigrated }: Omit<OpenOptions, 'patienceMilliseconds'>,
): Promise<OpenDatabase> {
  const release = await openDataFolder(folder)
  await deleteIncompleteBackups(folder)
  const pglite = await openPglite(folder, durable).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const pool = pglitePool(pglite, {
    log,
    observer: observePool('all'),
    pause: () => setImmediate(),
  })
  const database = databaseOver(pool)
  const maintenance = maintain(database, log)
  let previousBackup: Promise<unknown> = Promise.resolve()
  /** Each waits for the previous one: PostgreSQL refuses a backup while another is running. */
  const backUp = () => {
    const backup = previousBackup.then(() =>
      maintenance.pauseDuring(() => backUpFolder(database, folder)),
    )
    previousBackup = backup.catch(() => {})
    return backup
  }
  const close = async () => {
    maintenance.stop()
    await pool.end()
    await release()
  }
  try {
    await migrate(pool, checkMigrated)
    // This process alone has the database, and serves no requests yet.
    await releaseClaims(database)
  } catch (error) {
    await close()
    throw error
  }
  return {
    place: `the folder ${resolve(folder)}`,
    requests: database,
    requestPool: pool,
    jobs: database,
    backUp,
    close,
  }
}

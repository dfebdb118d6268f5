import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from './configuration'
import { createDataFolder } from './data-folder'

/** The file in the data folder that holds the key if MASTER_KEY is not set. */
export const masterKeyFile = 'master-key'

const keyBytes = 32

const whatToSet = 'set MASTER_KEY to that key, or restore the file master-key in DATA_DIR.'

/**
 * Returns the 32 bytes that all other keys are derived from: the configured ones, else those in the
 * data folder, which are created for a new database.
 * @throws if there are none, but the database is not new: another key would sign tokens that its
 * servers refuse, and encrypt secrets that they cannot decrypt
 * @throws if the file holds no such key: from an empty one, anybody could derive the others
 */
export async function masterKey(
  configured: Uint8Array<ArrayBuffer> | undefined,
  folder: string,
  isNewDatabase: () => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (configured !== undefined) return configured
  const file = join(folder, masterKeyFile)
  // Asked first: another server may create the file, then the database.
  const isNew = await isNewDatabase()
  if (!existsSync(file)) {
    if (!isNew) throw new Error(`This database was created with a master key: ${whatToSet}`)
    await createKey(folder, file)
  }
  const key = Uint8Array.from(Buffer.from(await readFile(file, 'utf8'), 'base64'))
  if (key.byteLength === keyBytes) return key
  throw new Error(
    `${file} does not contain ${keyBytes} bytes in base64: restore it from a backup, ` +
      'or delete it if there is no data yet',
  )
}

/**
 * Checks that a command has the key of the servers: tokens signed with a new one would be refused.
 * @throws an error that says what to do
 */
export function assertHasMasterKey({
  MASTER_KEY,
  DATA_DIR,
}: Pick<Configuration, 'MASTER_KEY' | 'DATA_DIR'>): void {
  if (MASTER_KEY !== undefined || existsSync(join(DATA_DIR, masterKeyFile))) return
  throw new Error(`Commands need the master key of the server: ${whatToSet}`)
}

/** Creates the file with a new key, unless another server does so at the same time. */
async function createKey(folder: string, file: string): Promise<void> {
  await createDataFolder(folder)
  const fresh = randomBytes(keyBytes).toString('base64')
  try {
    await writeFile(file, fresh, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

import { execFileSync } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface User {
  uid: number
  gid: number
}

/**
 * Returns the user to run PostgreSQL and PgBouncer as, since both refuse to run as root; undefined
 * for the current one.
 */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Creates a folder that the user can write to. */
export async function temporaryFolder(user: User | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-postgres-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  return folder
}

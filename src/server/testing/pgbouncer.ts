import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { endProcess } from './end-process'
import { freePort } from './free-port'
import { temporaryFolder, unprivilegedUser } from './unprivileged-user'

/** Returns the path of PgBouncer; undefined if it is not installed. */
export function pgBouncerProgram(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
    (path) => existsSync(path),
  )
}

export interface PgBouncer {
  /** The connection string that leads through PgBouncer. */
  address: string
  close(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode in front of a server. By default it has so few connections
 * that a client deadlocks if it needs a second one while it holds one in a transaction.
 * @param options how many connections it opens for a database
 */
export async function startPgBouncer(
  server: string,
  { connections = 3 }: { connections?: number } = {},
): Promise<PgBouncer> {
  const program = pgBouncerProgram()
  if (program === undefined) throw new Error('PgBouncer is not installed')
  const user = unprivilegedUser()
  const folder = await temporaryFolder(user)
  const { hostname, port: serverPort, username, password } = new URL(server)
  const port = await freePort()
  await writeFile(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort === '' ? 5432 : serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
`,
  )
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...user })
  const address = new URL(server)
  address.host = `127.0.0.1:${port}`
  const close = async () => {
    await endProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitForServer(address.href, () => child.exitCode === null)
  } catch (error) {
    await close()
    throw error
  }
  return { address: address.href, close }
}

/** Waits until a server accepts connections. @throws if it does not, or its process has ended */
async function waitForServer(address: string, isRunning: () => boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: address })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (!isRunning() || attempt === 100) throw error
      await new Promise((resume) => setTimeout(resume, 100))
    } finally {
      await client.end()
    }
  }
}

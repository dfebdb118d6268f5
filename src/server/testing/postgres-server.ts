import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { endProcess } from './end-process'

/** Returns the folder of PostgreSQL's programs; undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  return [...folders, '/opt/homebrew/opt/postgresql/bin', '/usr/local/bin'].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

/** Returns the path of PgBouncer; undefined if it is not installed. */
export function pgBouncerProgram(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
    (path) => existsSync(path),
  )
}

/** Returns the user to run the programs as, since both refuse to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Finds a port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('The socket has no port')),
      )
    })
  })
}

async function temporaryFolder(user: ReturnType<typeof unprivilegedUser>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-postgres-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  return folder
}

/** The arguments with which openssl creates a key and a certificate for `localhost`. */
export function certificateArguments(key: string, certificate: string): string[] {
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  return [...request.split(' '), ...subject.split(' '), '-keyout', key, '-out', certificate]
}

export interface PostgresServer {
  /** The connection string of a superuser. */
  address: string
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** The certificate that its clients trust; absent without TLS. */
  certificate?: string
  /** Starts a copy of this server that follows it. */
  startStandby(): Promise<PostgresServer>
  /** Stops the server if it is running, and deletes its files. */
  remove(): Promise<void>
}

/**
 * Creates and starts a temporary PostgreSQL server on a free port.
 * @param options whether it accepts TLS connections, whether commits wait for the disk, and which
 *   server it follows as a standby
 */
export async function startPostgres({
  tls = false,
  durable = false,
  primary,
}: { tls?: boolean; durable?: boolean; primary?: string } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const user = unprivilegedUser()
  const folder = await temporaryFolder(user)
  const data = join(folder, 'data')
  const port = await freePort()
  const execute = (program: string, args: readonly string[]) =>
    promisify(execFile)(program, args, { cwd: folder, ...user })
  const run = (program: string, ...args: string[]) =>
    execute(join(programs, program), ['-D', data, ...args])
  const certificate = join(data, 'server.crt')

  const start = async () => {
    const options = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      `-c unix_socket_directories=${folder}`,
      ...(durable ? [] : ['-c fsync=off']),
      ...(tls ? ['-c ssl=on'] : []),
    ].join(' ')
    await run('pg_ctl', '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  }
  const stop = async (mode: 'fast' | 'immediate') => {
    await run('pg_ctl', '-w', '-m', mode, 'stop')
  }
  const remove = async () => {
    // It may be stopped already, or have failed to start.
    await stop('immediate').catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  try {
    if (primary === undefined) {
      await run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N')
      if (tls) await execute('openssl', certificateArguments(join(data, 'server.key'), certificate))
    } else await run('pg_basebackup', '-d', primary, '--write-recovery-conf', '--checkpoint=fast')
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    address,
    start,
    stop,
    promote: async () => {
      await run('pg_ctl', '-w', 'promote')
    },
    startStandby: () => startPostgres({ tls, durable, primary: address }),
    remove,
    ...(tls ? { certificate } : {}),
  }
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

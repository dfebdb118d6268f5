import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCertificate } from './certificate'
import { freePort } from './free-port'
import { postgresPrograms } from './postgres-programs'
import { temporaryFolder, unprivilegedUser } from './unprivileged-user'

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
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), ['-D', data, ...args], { cwd: folder, ...user })
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
      if (tls) await createCertificate(join(data, 'server.key'), certificate, user)
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

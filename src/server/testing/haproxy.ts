import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProxy } from './proxy-process'

/** Returns the path of HAProxy; undefined if it is not installed. */
export function haproxyProgram(): string | undefined {
  return ['/usr/sbin/haproxy', '/opt/homebrew/bin/haproxy', '/usr/local/bin/haproxy'].find((path) =>
    existsSync(path),
  )
}

/** Returns the shipped configuration, in front of servers on these ports. */
export async function shippedConfiguration(
  port: number,
  servers: readonly number[],
): Promise<string> {
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8')
  const lines = servers.map((server, index) => `  server server${index} 127.0.0.1:${server}`)
  return shipped
    .replace(/resolvers docker\n.*\n/, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/^ *server-template.*$/gm, lines.join('\n'))
}

/**
 * Starts HAProxy with a configuration, and waits until it listens on the port that it binds.
 * @throws its error messages, if it does not start
 */
export async function startHaproxy(
  configuration: string,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const program = haproxyProgram()
  if (program === undefined) throw new Error('HAProxy is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration)
  return startProxy(program, ['-db', '-f', file], port, folder)
}

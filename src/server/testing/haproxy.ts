import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess } from './end-process'

/** Returns the path of HAProxy; undefined if it is not installed. */
export function haproxyProgram(): string | undefined {
  return ['/usr/sbin/haproxy', '/opt/homebrew/bin/haproxy', '/usr/local/bin/haproxy'].find((path) =>
    existsSync(path),
  )
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
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (printed += part))
  const close = async () => {
    await endProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 1; !(await isListening(port)); attempt += 1) {
    if (child.exitCode !== null || attempt === 100) {
      await close()
      throw new Error(`HAProxy did not start: ${printed}`)
    }
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return { close }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const respond = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => respond(true)).once('error', () => respond(false))
  })
}

import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { endProcess } from './end-process'

/**
 * Starts a proxy, and waits until it listens on a port.
 * @param folder the folder of its files, which is deleted when the proxy is closed
 * @throws its error messages, if it does not start
 */
export async function startProxy(
  program: string,
  options: readonly string[],
  port: number,
  folder: string,
): Promise<{ close(): Promise<void> }> {
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (printed += part))
  const close = async () => {
    await endProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 1; !(await isListening(port)); attempt += 1) {
    if (child.exitCode !== null || attempt === 100) {
      await close()
      throw new Error(`${program} did not start: ${printed}`)
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

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative, resolve } from 'node:path'

/** The shortest path of a socket in a data folder, since such a path may have only about a hundred characters. */
export async function socketAddress(folder: string, name: string): Promise<string> {
  const whole = await realpath(resolve(folder))
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\signalbox-${name}-${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`
  const path = join(whole, name)
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

/** The name that the holder of the lock reports. Undefined: nobody holds it. */
function holderAt(address: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect(address)
    let name = ''
    socket.setEncoding('utf8').setTimeout(2000, () => socket.destroy())
    socket.on('data', (text) => (name += text))
    socket.on('error', () => settle(undefined))
    socket.on('close', () => settle(name === '' ? undefined : name))
  })
}

function listenAt(address: string, name: string): Promise<Server | undefined> {
  return new Promise((settle, fail) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(name))
    server.unref()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? settle(undefined) : fail(error),
    )
    server.listen(address, () => settle(server))
  })
}

/**
 * Locks a data folder for this process. The lock is a socket, so that it ends with the process, however that ends.
 * @returns how to release it
 * @throws when another process has the folder open
 */
export async function openDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const address = await socketAddress(folder, 'lock')
  const name = `${process.pid} ${randomUUID()}`

  let server = await listenAt(address, name)
  if (server === undefined && (await holderAt(address)) === undefined) {
    await rm(address, { force: true })
    server = await listenAt(address, name)
  }
  // Two processes that remove the same dead lock at once both get here; only one is reached at the address.
  const holder = await holderAt(address)
  if (server === undefined || holder !== name) {
    server?.close()
    throw new Error(
      `The data folder ${resolve(folder)} is in use by process ${holder?.split(' ')[0] ?? 'unknown'}. Stop that process, or set DATA_DIR to another folder.`,
    )
  }
  const held = server
  return () => new Promise((settle) => held.close(() => settle()))
}

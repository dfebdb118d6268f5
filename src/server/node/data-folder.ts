import { createHash, randomUUID } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative, resolve } from 'node:path'

/**
 * Returns the address of a socket in a data folder: the shorter of its absolute and relative path,
 * since systems limit such paths to about a hundred characters.
 */
export async function socketAddress(folder: string, name: string): Promise<string> {
  const absoluteFolder = await realpath(resolve(folder))
  if (process.platform === 'win32') {
    const id = createHash('sha256').update(absoluteFolder).digest('hex').slice(0, 32)
    return `\\\\.\\pipe\\signalbox-${name}-${id}`
  }
  const absolute = join(absoluteFolder, name)
  const relativePath = relative(process.cwd(), absolute)
  return relativePath.length < absolute.length ? relativePath : absolute
}

/** Returns the name that the holder of the lock reports; undefined if it is not held. */
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
 * Locks a data folder for this process. The lock is a socket, so it ends with the process, even if
 * that is killed.
 * @returns a function that releases the lock
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
  // Two processes that remove the same stale lock at once both get here, but only one of them can
  // be reached at the address.
  const holder = await holderAt(address)
  if (server === undefined || holder !== name) {
    server?.close()
    const pid = holder?.split(' ')[0] ?? 'unknown'
    throw new Error(
      `The data folder ${resolve(folder)} is in use by process ${pid}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
  }
  const lock = server
  return () => new Promise((settle) => lock.close(() => settle()))
}

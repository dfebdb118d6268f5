import { createHash, randomUUID } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative, resolve } from 'node:path'

/** The shorter way to name the lock, since addresses of sockets may be no longer than about a hundred characters. */
async function lockAddress(folder: string): Promise<string> {
  const whole = await realpath(resolve(folder))
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\signalbox-${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`
  const lock = join(whole, 'lock')
  const short = relative(process.cwd(), lock)
  return short.length < lock.length ? short : lock
}

/** Who holds the lock: what it says when it is called. Undefined: nobody does. */
function holderAt(address: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect(address)
    let said = ''
    socket.setEncoding('utf8').setTimeout(2000, () => socket.destroy())
    socket.on('data', (text) => (said += text))
    socket.on('error', () => settle(undefined))
    socket.on('close', () => settle(said === '' ? undefined : said))
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
 * Takes a data folder for this process alone. The lock is a socket, so that it ends with the process however that ends.
 * @returns how to let go of it
 * @throws when another process has the folder open
 */
export async function openDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const address = await lockAddress(folder)
  const name = `${process.pid} ${randomUUID()}`

  let server = await listenAt(address, name)
  if (server === undefined && (await holderAt(address)) === undefined) {
    await rm(address, { force: true })
    server = await listenAt(address, name)
  }
  // Two that clear away the same dead lock at once both come this far; only one of them is found at the address.
  const holder = await holderAt(address)
  if (server === undefined || holder !== name) {
    server?.close()
    throw new Error(
      `The data folder ${resolve(folder)} is in use by process ${holder?.split(' ')[0] ?? 'unknown'}: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  const held = server
  return () => new Promise((settle) => held.close(() => settle()))
}

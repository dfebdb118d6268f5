import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'

/** The longest path of a socket that every system allows. Node cuts off longer ones. */
const maxAddressBytes = 103

/**
 * Returns the address of a socket in a data folder: the shorter of its absolute and relative path.
 * @throws an error that names DATA_DIR if both are too long
 */
export async function socketAddress(folder: string, name: string): Promise<string> {
  const absoluteFolder = await realpath(resolve(folder))
  if (process.platform === 'win32') {
    const id = createHash('sha256').update(absoluteFolder).digest('hex').slice(0, 32)
    return `\\\\.\\pipe\\signalbox-${name}-${id}`
  }
  const absolute = join(absoluteFolder, name)
  const relativePath = relative(process.cwd(), absolute)
  const address = relativePath.length < absolute.length ? relativePath : absolute
  if (Buffer.byteLength(address) > maxAddressBytes)
    throw new Error(`DATA_DIR: the path ${absoluteFolder} is too long: use one of at most 90 bytes`)
  return address
}

/** How long to wait for the name of the holder. */
const answerMilliseconds = 5000

/**
 * Returns the name that the holder of the lock reports; undefined if it is not held, and an empty
 * name if the holder is too busy to answer, as while its embedded database works.
 */
function holderAt(address: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect(address)
    let name = ''
    socket.setEncoding('utf8').setTimeout(answerMilliseconds, () => {
      settle('')
      socket.destroy()
    })
    socket.on('data', (text) => (name += text))
    socket.on('error', () => settle(undefined))
    socket.on('close', () => settle(name === '' ? undefined : name))
  })
}

/** Whether a process has a data folder open. */
export async function isInUse(folder: string): Promise<boolean> {
  return (await holderAt(await socketAddress(folder, 'lock'))) !== undefined
}

function listenAt(address: string, name: string): Promise<Server | undefined> {
  return new Promise((settle, fail) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(name))
    server.unref()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE'
        ? settle(undefined)
        : fail(new Error(`DATA_DIR: ${error.message.replace(address, resolve(address))}`)),
    )
    server.listen(address, () => settle(server))
  })
}

/** After this time, a takeover was cut off with its process. */
const takeoverMilliseconds = 10_000

/**
 * Replaces the lock of a killed process. Only one process does so at a time, because another one
 * could remove the new lock instead of the old one.
 * @returns undefined if another process has the lock, or is taking it over
 */
async function takeOver(address: string, name: string): Promise<Server | undefined> {
  const takeover = `${address}.takeover`
  try {
    await mkdir(takeover)
  } catch {
    const other = await stat(takeover).catch(() => undefined)
    if (other === undefined || Date.now() - other.mtimeMs < takeoverMilliseconds) return undefined
  }
  try {
    if ((await holderAt(address)) !== undefined) return undefined
    await rm(address, { force: true })
    return await listenAt(address, name)
  } finally {
    await rm(takeover, { recursive: true, force: true })
  }
}

/** Creates a folder and those above it. Node's `recursive` would try forever in /proc. */
async function createFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) await createFolder(parent)
  await mkdir(folder, { mode: 0o700 }).catch(async (error: Error) => {
    const existing = await stat(folder).catch(() => undefined)
    if (existing?.isDirectory() !== true) throw error
  })
}

/** Creates a data folder unless it exists. @throws an error that names DATA_DIR */
export async function createDataFolder(folder: string): Promise<void> {
  await createFolder(resolve(folder)).catch(({ message }: Error) => {
    throw new Error(`DATA_DIR: ${message}`)
  })
}

/**
 * Locks a data folder for this process. The lock is a socket, so it ends with the process, even if
 * that is killed.
 * @returns a function that releases the lock
 * @throws when another process has the folder open
 */
export async function openDataFolder(folder: string): Promise<() => Promise<void>> {
  await createDataFolder(folder)
  const address = await socketAddress(folder, 'lock')
  const name = `${process.pid} ${randomUUID()}`

  let server = await listenAt(address, name)
  const holder = server === undefined ? await holderAt(address) : name
  if (holder === undefined) server = await takeOver(address, name)
  if (server === undefined) {
    const [pid] = holder?.split(' ') ?? []
    const user = pid === undefined || pid === '' ? 'another process' : `process ${pid}`
    throw new Error(
      `The data folder ${resolve(folder)} is in use by ${user}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
  }
  const lock = server
  return () => new Promise((settle) => lock.close(() => settle()))
}

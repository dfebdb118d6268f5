import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { isInUse, socketAddress } from './data-folder'

/** Runs commands in the server, because a command cannot open a data folder that is in use. */
interface ControlHandlers {
  /** @returns the output of the command, to print or to save */
  [command: string]: (argument: string) => Promise<string | Readable>
}

const socketName = 'control'

/**
 * Serves commands on a socket in the data folder, to the user who runs the server.
 * @returns a function that stops it
 */
export async function serveCommands(
  folder: string,
  handlers: ControlHandlers,
): Promise<() => Promise<void>> {
  const address = await socketAddress(folder, socketName)
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://control')
    const command = pathname.slice(1)
    const run = async () => {
      const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined
      if (handler === undefined) throw new Error(`The server has no command '${command}'`)
      const result = await handler(searchParams.get('argument') ?? '')
      await pipeline(typeof result === 'string' ? Readable.from([result]) : result, outgoing)
    }
    run().catch((error: unknown) => {
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.statusCode = 500
      outgoing.end(error instanceof Error ? error.message : String(error))
    })
  })
  // This process holds the lock of the data folder, so an existing socket belonged to a killed one.
  if (process.platform !== 'win32') await rm(address, { force: true })
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(address, settle)
  })
  if (process.platform !== 'win32') await chmod(address, 0o600)
  return () =>
    new Promise((settle) => {
      server.close(() => settle())
      server.closeAllConnections()
    })
}

/** How long to wait for a server that is starting: the first start creates its database. */
const startMilliseconds = 60_000
const pauseMilliseconds = 300

/** Sends a command to the server that has the data folder open; undefined if there is none. */
async function send(
  folder: string,
  command: string,
  argument: string,
): Promise<IncomingMessage | undefined> {
  const socketPath = await socketAddress(folder, socketName).catch(() => undefined)
  if (socketPath === undefined) return undefined
  const until = performance.now() + startMilliseconds
  for (;;) {
    const response = await sendOnce(socketPath, command, argument)
    const isStarting = response === undefined && (await isInUse(folder))
    if (!isStarting || performance.now() > until) return response
    await setTimeout(pauseMilliseconds)
  }
}

const stoppedMessage =
  'The server stopped before it responded to the command. Its log says why. Repeat the command'

/** Sends a command to the socket; undefined if no server listens there. */
function sendOnce(
  socketPath: string,
  command: string,
  argument: string,
): Promise<IncomingMessage | undefined> {
  return new Promise((settle, fail) => {
    request({
      socketPath,
      method: 'POST',
      path: `/${command}?${new URLSearchParams({ argument })}`,
    })
      .on('response', settle)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')) settle(undefined)
        else if (error.code === 'ECONNRESET') fail(new Error(stoppedMessage, { cause: error }))
        else fail(error)
      })
      .end()
  })
}

/**
 * Runs a command in the running server.
 * @returns its output; undefined if no server has the data folder open
 * @throws the error of the server
 */
export async function runOnServer(
  folder: string,
  command: string,
  argument = '',
): Promise<string | undefined> {
  const response = await send(folder, command, argument)
  if (response === undefined) return undefined
  const output = await text(response)
  if (response.statusCode !== 200) throw new Error(output)
  return output
}

/**
 * Writes a file atomically, readable only by its owner. It is written under a temporary name of its
 * own: another command may write the same file, and others may write to its folder.
 * @throws an error that names the file
 */
export async function writeCompletely(file: string, content: Readable): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(content, output)
    await rename(partial, file)
  } catch (error) {
    // The pipeline may fail before the file has been created.
    if (!output.closed) await new Promise<void>((resume) => output.once('close', resume))
    await rm(partial, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} could not be saved: ${reason}`, { cause: error })
  }
}

/**
 * Runs a command in the running server and saves its output to a file.
 * @returns whether a server has the data folder open
 */
export async function saveFromServer(
  folder: string,
  command: string,
  file: string,
): Promise<boolean> {
  const response = await send(folder, command, '')
  if (response === undefined) return false
  if (response.statusCode !== 200) throw new Error(await text(response))
  await writeCompletely(file, response)
  return true
}

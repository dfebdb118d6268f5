import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as ListeningServer, type Socket } from 'node:net'
import type { Phase } from './http/api'

const milliseconds = {
  /** How long connections that are in use are given to end with their next response. */
  drain: 250,
  /** How long a shutdown waits for requests in flight, and for everything. */
  requests: 8000,
  all: 9500,
} as const

/** A closed terminal sends SIGHUP. Node does not let `nohup` ignore it. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Ends the process at a signal until a server listens: process 1 of a container ignores others. */
export function endAtSignals(): void {
  if (process.pid === 1) for (const signal of signals) process.on(signal, () => process.exit(1))
}

/** Stops the server on a signal. A SIGTERM drains it first; a second one stops it at once. */
export class Shutdown {
  readonly #stopping = new AbortController()
  readonly #drainMilliseconds: number
  #isDraining = false

  constructor(drainSeconds: number) {
    this.#drainMilliseconds = Math.max(milliseconds.drain, drainSeconds * 1000)
    // Each job and part of the server listens. Node reports more than ten as a leak.
    setMaxListeners(0, this.#stopping.signal)
  }

  /** Aborts when the server stops. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  get phase(): Phase {
    if (this.signal.aborted) return 'stopping'
    return this.#isDraining ? 'draining' : 'serving'
  }

  listenForSignals(): void {
    for (const signal of signals) process.removeAllListeners(signal)
    process.on('SIGTERM', () => this.drain())
    process.on('SIGINT', () => this.stop())
    process.on('SIGHUP', () => this.stop())
  }

  /** Stops after a while; at once when called again. */
  drain(): void {
    setTimeout(() => this.stop(), this.#isDraining ? 0 : this.#drainMilliseconds)
    this.#isDraining = true
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/** The connections of a server that are open at any time. */
export interface OpenConnections {
  readonly size: number
  /** Closes each connection as soon as it is idle. */
  closeWhenIdle(): void
}

/**
 * Observes the connections of a server. Node closes a connection whose response is written but not
 * yet taken by its client, and leaves those open that become idle after the server was closed.
 */
export function openConnections(server: Server): OpenConnections {
  /** How many responses of a connection are not sent, and what it had received by the last. */
  const connections = new Map<Socket, { unsent: number; bytesBefore: number }>()
  let isClosing = false
  server.on('connection', (connection: Socket) => {
    connections.set(connection, { unsent: 0, bytesBefore: 0 })
    connection.once('close', () => connections.delete(connection))
  })
  const observe = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.unsent += 1
    const end = () => {
      connection.bytesBefore = socket.bytesRead
      if (isClosing && connection.unsent === 0) socket.destroySoon()
    }
    response.once('close', () => {
      connection.unsent -= 1
      end()
    })
    // The body of a refused request may arrive after the response was sent.
    request.once('close', end)
  }
  server.on('request', observe).on('checkExpectation', observe)
  return {
    get size() {
      return connections.size
    },
    closeWhenIdle() {
      isClosing = true
      // Those that browsers opened in advance and never used are idle too.
      for (const [socket, { unsent, bytesBefore }] of connections)
        if (unsent === 0 && socket.bytesRead === bytesBefore) socket.destroy()
    },
  }
}

/**
 * Closes the server once the requests in flight are finished, or have taken too long.
 * @param done called when it is closed
 */
export function closeServer(
  server: Server,
  connections: OpenConnections,
  done: (error?: Error) => void,
): void {
  // The method of HTTP servers would also close what it considers idle.
  ListeningServer.prototype.close.call(server, done)
  connections.closeWhenIdle()
  setTimeout(() => server.closeAllConnections(), milliseconds.requests).unref()
  // A mail server or database that hangs must not delay the exit; the next process resumes its
  // work.
  setTimeout(() => process.exit(), milliseconds.all).unref()
}

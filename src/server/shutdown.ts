import type { ServerType } from '@hono/node-server'
import type { Phase } from './http/api'

/** How long a shutdown waits for requests in flight, and for everything. */
const milliseconds = { requests: 8000, all: 9500 } as const

/** Stops the server at a signal. After a SIGTERM it first drains; a second one stops it at once. */
export class Shutdown {
  readonly #stopping = new AbortController()
  readonly #drainSeconds: number
  #isDraining = false

  constructor(drainSeconds: number) {
    this.#drainSeconds = drainSeconds
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
    process.on('SIGTERM', () => {
      setTimeout(() => this.stop(), this.#isDraining ? 0 : this.#drainSeconds * 1000)
      this.#isDraining = true
    })
    process.on('SIGINT', () => this.stop())
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/**
 * Closes the server once the requests in flight are finished, or have taken too long.
 * @param done called when it is closed
 */
export function closeServer(server: ServerType, done: (error?: Error) => void): void {
  server.close(done)
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  setTimeout(
    () => 'closeAllConnections' in server && server.closeAllConnections(),
    milliseconds.requests,
  ).unref()
  // A mail server or database that hangs must not hold up the process; the next one resumes its
  // work.
  setTimeout(() => process.exit(), milliseconds.all).unref()
}

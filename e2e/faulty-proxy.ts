import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen'

export interface FaultyProxy {
  origin: string
  /** Responds to the next request of this method with this status instead of forwarding it. */
  failNext: (method: string, status: number, headers?: Record<string, string>) => void
  /** Responds with 404 to requests for files with a matching path, as after a deployment. */
  removeFiles: (path: RegExp | undefined) => void
  /** Changes every JSON response with the workspace record, as another engine would. */
  rewriteRecord: (change: (record: Record<string, unknown>) => void) => void
  /** Ends all connections and accepts no more, as a server that is down, or accepts them again. */
  setDown: (isDown: boolean) => void
  close: () => Promise<void>
}

/** How a request fails. */
interface Failure {
  method: string
  status: number
  headers?: Record<string, string> | undefined
}

/** Starts a proxy on loopback in front of the server that fails on demand. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let failing: Failure | undefined
  let change: ((record: Record<string, unknown>) => void) | undefined
  let removedFiles: RegExp | undefined

  function sendError(response: ServerResponse, { status, headers = {} }: Failure): void {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'e2e-request',
      ...headers,
    })
    response.end(
      JSON.stringify({
        type: status === 500 ? 'internal' : 'bad_request',
        message: status === 500 ? 'Something failed here' : 'Too many requests: wait a second',
      }),
    )
  }

  function forward(from: IncomingMessage, to: ServerResponse): void {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = from.headers
    const onward = request(
      target + (from.url ?? '/'),
      { method: from.method, headers },
      (response) => {
        const isRecord =
          /\/org-workspaces\/[^/?]+(\/operator-limits)?(\?|$)/.test(from.url ?? '') &&
          response.statusCode === 200 &&
          change !== undefined
        if (!isRecord) {
          to.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(to)
          return
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const record: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString())
          change?.(record)
          const { 'content-length': _length, ...others } = response.headers
          to.writeHead(200, others)
          to.end(JSON.stringify(record))
        })
      },
    )
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }

  let isDown = false
  const server = createServer((from, to) => {
    if (removedFiles?.test(from.url ?? '') === true) return to.writeHead(404).end()
    if (failing === undefined || failing.method !== from.method) return forward(from, to)
    sendError(to, failing)
    failing = undefined
  })
  server.on('connection', (socket) => {
    if (isDown) socket.destroy()
  })
  return {
    origin: await listen(server),
    failNext: (method, status, headers) => {
      failing = { method, status, headers }
    },
    removeFiles: (path) => {
      removedFiles = path
    },
    rewriteRecord: (next) => {
      change = next
    },
    setDown: (next) => {
      isDown = next
      if (isDown) server.closeAllConnections()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen'

interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

export interface Receiver {
  uri: string
  /** The received requests, oldest first. */
  received: Received[]
  /** Sends the response to each request; replace it to change the response. */
  response: (response: ServerResponse) => void
  close(): Promise<void>
}

/** Returns a function for `Receiver.response` that always sends this response. */
export function respondWith(status: number, body = '', headers: Record<string, string> = {}) {
  return (response: ServerResponse) => void response.writeHead(status, headers).end(body)
}

/** Starts an HTTP server on loopback that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    uri: '',
    received: [],
    response: respondWith(200, 'thanks'),
    close: async () => {},
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url: path, headers } = request
      receiver.received.push({ method, path, headers, body: Buffer.concat(parts).toString() })
      receiver.response(response)
    })
  })
  receiver.uri = `http://127.0.0.1:${await listen(server)}/hook`
  receiver.close = () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  return receiver
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { v7 as uuid } from 'uuid'
import { errorKeys, type ErrorKey } from '@/contract/errors'

const messages = {
  headers_too_large: 'The headers are larger than 16 kB: send less',
  request_timeout: 'The request took too long to arrive: send it again',
  invalid_request: 'This is not a valid HTTP request',
} as const satisfies Partial<Record<ErrorKey, string>>

const reasons = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const

/** The errors of Node that have another key than `invalid_request`, by their codes. */
const keys: Readonly<Record<string, keyof typeof messages>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Returns an error in the format of the API. */
function errorOf(key: keyof typeof messages) {
  const { status, type } = errorKeys[key]
  const body = JSON.stringify({ type, key, message: messages[key] })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': uuid(),
  }
  return { status, body, headers }
}

/** Sends an error in the format of the API for a request that Node could not parse, then closes. */
export function sendUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body, headers } = errorOf(keys[error.code ?? ''] ?? 'invalid_request')
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status]}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}

/**
 * Returns the same error for a request whose address is not a URL, such as one with an invalid
 * `Host`, and a 500 for any other error.
 */
export function respondUnreadable(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 })
  const { status, body, headers } = errorOf('invalid_request')
  return new Response(body, { status, headers })
}

/** Whether a request names its host once, as HTTP/1.1 requires; HTTP/1.0 allows none. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name))
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')
}

/** Sends the same error, then closes. */
export function refuseUnreadable(response: ServerResponse): void {
  const { status, body, headers } = errorOf('invalid_request')
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body)
}

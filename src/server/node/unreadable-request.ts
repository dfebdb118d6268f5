import type { Duplex } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { errorKeys, type ErrorKey } from '../../contract/errors'

const messages = {
  headers_too_large: 'The headers are larger than 16 kB: send less',
  invalid_request: 'This is not a valid HTTP request',
} as const satisfies Partial<Record<ErrorKey, string>>

const reasons = { 400: 'Bad Request', 431: 'Request Header Fields Too Large' } as const

/** Sends an error in the format of the API for a request that Node could not parse, then closes. */
export function sendUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const key = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request'
  const { status, type } = errorKeys[key]
  const body = JSON.stringify({ type, key, message: messages[key] })
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${uuid()}`,
      '',
      body,
    ].join('\r\n'),
  )
}

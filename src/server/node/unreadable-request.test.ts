import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { listen } from '@/server/testing/listen'
import { createHttpServer } from './http-server'
import { sendUnreadable } from './unreadable-request'

const server = createHttpServer(() => new Response('read'), '127.0.0.1')
const port = await listen(server)
afterAll(() => void server.close())

async function send(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

test.each([
  [
    'headers over 16 kB',
    `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431',
    'headers_too_large',
  ],
  ['what is no request', 'hello\r\n\r\n', '400', 'invalid_request'],
  [
    'a host that is no name',
    'GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    '400',
    'invalid_request',
  ],
  [
    'HTTP/1.1 without a host',
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    '400',
    'invalid_request',
  ],
  [
    'two hosts',
    'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
    '400',
    'invalid_request',
  ],
  [
    'OPTIONS *',
    'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    '400',
    'invalid_request',
  ],
])('%s get an error body and a request id', async (_what, request, status, key) => {
  const response = await send(request)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(response).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/i)
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ key })
})

test('a request that arrives too slowly gets 408', async () => {
  const socket = new PassThrough()
  const code = 'ERR_HTTP_REQUEST_TIMEOUT'
  sendUnreadable(Object.assign(new Error('Request timeout'), { code }), socket)
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  expect(response).toContain('"key":"request_timeout"')
})

test('an expectation that is unknown is ignored', async () => {
  const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: more\r\n\r\n'
  expect(await send(head)).toMatch(/^HTTP\/1.1 200 /)
})

test('a request without a host is read, as health checks with HTTP/1.0 send it', async () => {
  expect(await send('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 [^]*read$/)
})

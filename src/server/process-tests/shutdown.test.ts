import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeServer, openConnections, Shutdown } from '@/server/shutdown'
import { listen } from '@/server/testing/listen'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that does not drain still lets busy connections end before it stops', () => {
  const shutdown = new Shutdown(0)
  expect(shutdown.phase).toBe('serving')
  shutdown.drain()
  vi.advanceTimersByTime(200)
  expect(shutdown.phase).toBe('draining')
  vi.advanceTimersByTime(100)
  expect(shutdown.phase).toBe('stopping')
})

test('a second signal ends the drain', () => {
  const shutdown = new Shutdown(30)
  shutdown.drain()
  vi.advanceTimersByTime(29_000)
  expect(shutdown.phase).toBe('draining')
  shutdown.drain()
  vi.advanceTimersByTime(0)
  expect(shutdown.phase).toBe('stopping')
})

/** Starts a server. Its deadlines do not pass, because the timers are fake. */
async function startServer(respond: RequestListener) {
  // By default, Node closes idle connections after a few seconds, which would hide those left open.
  const server = createServer({ keepAliveTimeout: 0 }, respond)
  const connections = openConnections(server)
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => void sockets.push(socket))
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  return {
    port,
    connections,
    /** How many bytes it has received. */
    received: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: () => new Promise((settle) => closeServer(server, connections, settle)),
  }
}

test('a stream that ends when the server stops does not keep the server running', async () => {
  let endStream = () => {}
  const server = await startServer((_, response) => {
    response.write('event')
    endStream = () => response.end()
  })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const [stream]: IncomingMessage[] = await once(get({ port: server.port, agent }), 'response')
  const closed = server.close()
  endStream()
  expect(stream && (await text(stream))).toBe('event')
  await closed
  expect(server.connections.size).toBe(0)
})

test('a response that its client takes slowly is sent completely', async () => {
  const length = 30_000_000
  let isWritten = false
  const server = await startServer((_, response) => {
    response.end('x'.repeat(length))
    isWritten = true
  })
  const client = connect(server.port, '127.0.0.1').pause()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(isWritten).toBe(true))
  const closed = server.close()
  expect((await text(client)).length).toBeGreaterThan(length)
  await closed
})

test('a request that has arrived in part is answered', async () => {
  const server = await startServer((_, response) => response.end('done'))
  const client = connect(server.port, '127.0.0.1')
  const unused = connect(server.port, '127.0.0.1')
  await Promise.all([once(client, 'connect'), once(unused, 'connect')])
  client.write('GET / HTTP/1.1\r\n')
  await vi.waitFor(() => expect(server.connections.size).toBe(2))
  await vi.waitFor(() => expect(server.received()).toBeGreaterThan(0))
  const closed = server.close()
  await once(unused, 'close')
  client.write('Host: localhost\r\n\r\n')
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 OK[^]*done$/)
  await closed
})

test.each([
  ['before the server stops', 10],
  ['while it stops', 5],
])('a body that arrives %s, after its request was refused, delays nothing', async (_, early) => {
  const server = await startServer((_request, response) => {
    response.statusCode = 413
    response.end('refused')
  })
  const client = connect(server.port, '127.0.0.1')
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n'
  client.write(head)
  await once(client, 'data')
  client.write('x'.repeat(early))
  await vi.waitFor(() => expect(server.received()).toBe(head.length + early))
  const closed = server.close()
  client.write('x'.repeat(10 - early))
  await closed
})

import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openConnections } from '@/server/shutdown'
import { listen } from '@/server/testing/listen'
import { createHttpServer } from './http-server'

/** Responds after the client has closed its side. */
async function respondLate(): Promise<Response> {
  await pause(100)
  return new Response('late')
}

let ended: string[] = []

/** Sends an event, and then nothing. */
function respondWithEvents(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => void ended.push('events'),
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

/** Sends lines as fast as the client takes them. */
function respondWithLines(): Response {
  const body = new ReadableStream({
    async pull(controller) {
      await pause(5)
      controller.enqueue(new TextEncoder().encode('{}\n'))
    },
    cancel: () => void ended.push('lines'),
  })
  return new Response(body)
}

const server = createHttpServer(({ url }) => {
  if (url.endsWith('/events')) return respondWithEvents()
  return url.endsWith('/lines') ? respondWithLines() : respondLate()
}, '127.0.0.1')
const connections = openConnections(server)
const port = await listen(server)
afterAll(() => void server.close())

const connected = () => connect({ port, host: '127.0.0.1', allowHalfOpen: true })

const areClosed = () => vi.waitFor(() => expect(connections.size).toBe(0))

test.each(['HTTP/1.0', 'HTTP/1.1'])(
  'a client that closes its side gets a response, %s',
  async (version) => {
    const socket = connected()
    socket.end(`GET / ${version}\r\nHost: localhost\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK[^]*late/)
    await areClosed()
  },
)

test('all requests that were sent get a response', async () => {
  const socket = connected()
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
  expect((await text(socket)).match(/late/g)).toHaveLength(3)
  await areClosed()
})

test('a body that is cut off is refused', async () => {
  const socket = connected()
  socket.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
  expect(await text(socket)).not.toContain('late')
  await areClosed()
})

test('a connection without a request is closed', async () => {
  const socket = connected()
  socket.end()
  expect(await text(socket)).toBe('')
  await areClosed()
})

test('events are not sent to a client that closed its side', async () => {
  const socket = connected()
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n')
  await once(socket, 'data')
  socket.end()
  await areClosed()
  expect(ended).toEqual(['events'])
})

test('a connection that carries many requests for events keeps nothing of each', async () => {
  const connection = once(server, 'connection')
  const socket = connected()
  const [accepted] = z.tuple([z.instanceof(Socket)]).parse(await connection)
  const before = accepted.listenerCount('end')
  for (let request = 0; request < 3; request += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n')
    await once(socket, 'data')
  }
  await vi.waitFor(() => expect(accepted.listenerCount('end')).toBe(before))
  socket.destroy()
  await areClosed()
})

test('a response to a client that is gone ends', async () => {
  ended = []
  const socket = connected()
  socket.write('GET /lines HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await areClosed()
  expect(ended).toEqual(['lines'])
})

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  addressOf,
  demoAdmin,
  ended,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'

/** A connection on which a request is written bit by bit, and what came back over it. */
async function openConnection(address: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  await once(socket, 'connect')
  // One that the server breaks off has ended too.
  const ended = new Promise((settle) => socket.once('close', settle).on('error', settle))
  return { write: (text: string) => socket.write(text), ended, received: () => received }
}

/** The status of the response to a demo sign-in as an operator, with these headers. */
function signInToDemo(address: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((settle, fail) =>
    request(
      `${address}/demo/sign-in`,
      { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        settle(response.statusCode ?? 0)
      },
    )
      .on('error', fail)
      .end('{"role":"operator"}'),
  )
}

// The tests share one start and its data folder, since a start takes seconds.
let processes: ServerProcesses
let server: ChildProcess
let address: string
let operatorToken: string
beforeAll(async () => {
  processes = await serverProcesses()
  server = processes.start()
  address = await addressOf(server)
  const response = await fetch(`${address}/demo/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"role":"operator"}',
  })
  operatorToken = z.object({ token: z.string() }).parse(await response.json()).token
})
afterAll(() => processes.close())

test('keeps idle connections open longer than the 60 seconds of load balancers', async () => {
  const response = await fetch(`${address}/health`)
  expect(response.headers.get('Keep-Alive')).toBe('timeout=75')
})

test('redirects from the API to its reference page', async () => {
  const { status, headers } = await fetch(`${address}/docs`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, '/reference'])
})

test('locks its data folder', async () => {
  const second = await ended(processes.start())
  expect([second.code, second.text]).toEqual([1, expect.stringContaining('in use by process')])
})

test('signs in to the demo only requests from this computer', async () => {
  expect(await signInToDemo(address)).toBe(200)
  for (const headers of [
    { Host: 'rebound.example' },
    { Origin: 'https://elsewhere.example' },
    { 'X-Forwarded-For': '203.0.113.9' },
  ])
    expect(await signInToDemo(address, headers)).toBe(403)
})

test(
  'shutdown finishes requests in flight, refuses later ones, and ends the process',
  { timeout: 60_000 },
  async () => {
    const { token, workspaceId } = await demoAdmin(address)
    const head = (method: string, path: string) =>
      `${method} /api${path} HTTP/1.1\r\nHost: signalbox\r\nAuthorization: Bearer ${token}\r\n`
    const body = JSON.stringify({ name: 'Finished while it stopped' })
    const inFlight = await openConnection(address)
    inFlight.write(
      head('PATCH', `/org-workspaces/${workspaceId}`) +
        'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
        `Content-Length: ${body.length}\r\n\r\n`,
    )
    await vi.waitFor(() => expect(inFlight.received()).toContain('100 Continue'), 30_000)
    const late = await openConnection(address)
    late.write(head('GET', '/connectors'))
    const opened = await openConnection(address)

    const exit = once(server, 'exit')
    const since = Date.now()
    server.kill('SIGTERM')
    await vi.waitFor(
      async () =>
        expect(await openConnection(address).catch(() => 'nobody listens')).toBe('nobody listens'),
      { timeout: 5000 },
    )
    await opened.ended
    late.write('\r\n')
    await late.ended
    expect(late.received()).toMatch(/^HTTP\/1.1 503 [^]*"key":"unavailable"/)
    inFlight.write(body)
    await inFlight.ended
    expect(inFlight.received()).toMatch(/HTTP\/1.1 200 [^]*"name":"Finished while it stopped"/)
    expect(await exit).toEqual([0, null])
    expect(Date.now() - since, 'not waiting for open connections').toBeLessThan(7000)
  },
)

test('goes on with limits per hour after a restart', { timeout: 60_000 }, async () => {
  const restarted = processes.start()
  const at = await addressOf(restarted)
  const { token } = await demoAdmin(at)
  const { headers } = await fetch(`${at}/connectors`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const remaining = Number(/"api-hour";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])
  // The demo has been used for weeks.
  expect(remaining).toBeLessThan(200_000 - 100)
  restarted.kill('SIGTERM')
  await once(restarted, 'exit')
})

test('does not start with another master key', async () => {
  const stranger = await ended(
    processes.start({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }),
  )
  expect([stranger.code, stranger.text]).toEqual([
    1,
    expect.stringContaining('encrypted with another master key'),
  ])
})

test(
  'does not start without DEMO=on until demo-remove has deleted the demo data',
  { timeout: 240_000 },
  async () => {
    const refused = await ended(processes.start({ DEMO: '' }))
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('demo-remove')])
    const reset = await ended(processes.run(['demo-reset'], { DEMO: 'off' }))
    expect([reset.code, reset.text]).toEqual([1, expect.stringContaining('DEMO=on')])

    const removed = await ended(processes.run(['demo-remove'], { DEMO: 'off' }))
    expect(removed).toMatchObject({ code: 0 })
    const emptied = await addressOf(processes.start({ DEMO: 'off' }))
    expect(await signInToDemo(emptied)).toBe(404)
    const list = await fetch(`${emptied}/org-workspaces`, {
      headers: { Authorization: `Bearer ${operatorToken}` },
    })
    expect(list.status, 'a token that the demo gave away').toBe(401)
  },
)

import { spawnSync } from 'node:child_process'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBodySchema } from '@/contract/errors'
import { freePort } from '@/server/testing/free-port'
import { haproxyProgram, shippedConfiguration, startHaproxy } from '@/server/testing/haproxy'
import { nginxProgram, startNginx } from '@/server/testing/nginx'
import { addressOf, serverProcesses, type ServerProcesses } from '@/server/testing/processes'

const canRunNginx = nginxProgram() !== undefined && spawnSync('openssl', ['version']).status === 0
if (!canRunNginx) console.log('nginx or openssl is not installed: its example is not tested.')

describe
  .skipIf(!canRunNginx)
  .each([
    { name: 'a server', hasBalancer: false },
    ...(haproxyProgram() === undefined ? [] : [{ name: 'HAProxy', hasBalancer: true }]),
  ])('the nginx of the documentation in front of $name (needs nginx)', ({ hasBalancer }) => {
  let processes: ServerProcesses
  let origin: string
  let dispatcher: Agent
  let admin: { token: string; workspaceId: string }
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    processes = await serverProcesses()
    const [server, balancer, port] = [await freePort(), await freePort(), await freePort()]
    const environment = { PORT: String(server), DEMO_PUBLIC: 'on', TRUST_PROXY: 'on' }
    await addressOf(processes.start(environment))
    if (hasBalancer) {
      const configuration = await shippedConfiguration(balancer, [server])
      ends.push((await startHaproxy(configuration, balancer)).close)
    }
    const nginx = await startNginx(port, hasBalancer ? balancer : server)
    ends.push(nginx.close)
    origin = `https://localhost:${port}`
    dispatcher = new Agent({ connect: { ca: nginx.certificate } })
    ends.push(() => dispatcher.close())
    // The demo compares the origin with the host that nginx passes on.
    const signedIn = await send('POST', '/demo/sign-in', { body: '{"role":"admin"}' })
    admin = z.object({ token: z.string(), workspaceId: z.string() }).parse(await signedIn.json())
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
    await processes.close()
  })

  const send = (
    method: string,
    path: string,
    { token, body, headers }: { token?: string; body?: string; headers?: object } = {},
  ) =>
    fetch(`${origin}/api${path}`, {
      method,
      dispatcher,
      body: body ?? null,
      headers: {
        Origin: origin,
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    })

  test('passes on each event at once', async () => {
    const { token, workspaceId } = admin
    const stream = await send('GET', '/changes', { token })
    const reader = stream.body?.getReader()
    const chunk = z.object({ value: z.instanceof(Uint8Array) })
    const read = async () => new TextDecoder().decode(chunk.parse(await reader?.read()).value)
    // The stream begins with a comment.
    expect(await read()).toMatch(/^:/)
    const body = '{"name":"Proxied"}'
    const written = await send('PATCH', `/org-workspaces/${workspaceId}`, { token, body })
    expect(written.status).toBe(200)
    let received = ''
    while (!received.includes('"kind":"workspace"')) received += await read()
    await reader?.cancel()
  })

  test('names the address of the client, not one that the client claims', async () => {
    const { token, workspaceId } = admin
    const body = '{"name":"Claimed"}'
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    await send('PATCH', `/org-workspaces/${workspaceId}`, { token, body, headers })
    const list = await send('GET', '/audit-events?limit=1', { token })
    const page = z.object({ items: z.tuple([z.object({ address: z.string() })]) })
    expect(page.parse(await list.json()).items[0].address).toBe('127.0.0.1')
  })

  test('passes on the longest tokens and bodies', async () => {
    const token = 'x'.repeat(15_000)
    expect((await send('GET', '/connectors', { token })).status).toBe(401)
    const body = `{"name":"Large"}${' '.repeat(9_900_000)}`
    const written = await send('POST', '/connectors', { token: admin.token, body })
    expect(written.headers.get('API-Version')).not.toBeNull()
    expect(written.status).not.toBe(413)
  })

  test.each([
    [413, { body: `{"name":"Larger"}${' '.repeat(10_500_000)}` }],
    [400, { headers: { 'X-Long': 'x'.repeat(17_000) } }],
  ])('refuses what is too large with status %i and JSON', async (status, request) => {
    const refused = await send('POST', '/connectors', request)
    expect(refused.status).toBe(status)
    expect(refused.headers.get('Content-Type')).toBe('application/json')
    const message = `nginx refused the request with status ${status}`
    expect(errorBodySchema.parse(await refused.json())).toEqual({ message })
  })
})

import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createRawServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeOutgoingError, UnreadableBody } from '@/server/core/outgoing-error'
import { connectProxyOfTest } from '@/server/testing/connect-proxy'
import { listen } from '@/server/testing/listen'
import { isAllowedAddress, outgoingFetch } from './outgoing-fetch'

let server: Server
let port: number
let address: string

beforeAll(async () => {
  // As on the server, Hono's responses replace those of Node, which would refuse a status of 999.
  getRequestListener(() => new Response())
  server = createServer((request, response) => {
    if (request.url === '/redirect')
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/unpacks')
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    else if (request.url === '/large') response.end('x'.repeat(2 * 1024 * 1024))
    else if (request.url === '/trickle') response.writeHead(200).write('x')
    else if (request.url === '/hang') return
    else response.end('{"ok":true}')
  })
  port = await listen(server)
  address = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((settle) => server.close(settle))
})

describe('private addresses may not be called', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '2001::1',
    'fec0::1',
    'fe80::1%eth0',
    '4000::1',
    '192.0.0.1',
    '198.18.0.1',
    '168.63.129.16',
    'fd00:ec2::254',
    'localhost',
    '',
  ])('%s', (inside) => {
    expect(isAllowedAddress(inside, [])).toBe(false)
  })
  test.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is public', (outside) =>
    expect(isAllowedAddress(outside, [])).toBe(true),
  )
  test('unless the operator allows their network', () => {
    expect([
      isAllowedAddress('10.1.2.3', ['10.1.0.0/16']),
      isAllowedAddress('10.2.0.1', ['10.1.0.0/16']),
      isAllowedAddress('fd00::5', ['10.0.0.0/8', 'fd00::/8']),
    ]).toEqual([true, false, true])
  })
})

describe('requests that are blocked', () => {
  const strict = outgoingFetch({ networks: [], http: true })

  test('a message does not reveal what a name resolves to', async () => {
    const error: unknown = await strict('http://localhost/').catch((refusal: unknown) => refusal)
    expect(describeOutgoingError(error)).toBe(
      'localhost resolves to an address that may not be called',
    )
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://[::7f00:1]/',
    'http://[0:0:0:0:0:ffff:7f00:0001]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://user:secret@localhost/',
    'http://user:secret@93.184.216.34/',
    'file:///etc/passwd',
  ])('%s', async (inside) => {
    const refusal: unknown = await strict(inside).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal instanceof Error ? `${refusal.message} ${String(refusal.cause)}` : '').toMatch(
      /may not|https|credentials/,
    )
  })
  test('a name with a trailing dot', async () => {
    await expect(strict('http://localhost./')).rejects.toThrow('fetch failed')
  })
  test('plain http, unless the operator allows it', async () => {
    await expect(
      outgoingFetch({ networks: ['127.0.0.0/8'], http: false })(address),
    ).rejects.toThrow('Only https')
  })
})

describe('through a proxy', () => {
  const describeFailure = (calling: typeof fetch, uri: string) =>
    calling(uri).then((response) => `status ${response.status}`, describeOutgoingError)

  test('names are resolved there, and requests have its user and password', async () => {
    const proxy = await connectProxyOfTest(port)
    const calling = outgoingFetch({ networks: [], http: true, proxy: proxy.address })
    const response = await calling('http://hooks.example/path', { method: 'POST', body: 'x' })
    expect(await response.json()).toEqual({ ok: true })
    const authorization = `Basic ${btoa('user:secret')}`
    expect(proxy.asked).toEqual([{ host: 'hooks.example:80', authorization }])
  })

  test('what it refuses is said, and an unknown certificate is not accepted', async () => {
    const proxy = await connectProxyOfTest(port)
    const calling = outgoingFetch({ networks: [], http: true, proxy: proxy.address })
    expect(await describeFailure(calling, 'http://db.internal/')).toBe(
      'The proxy does not allow this address',
    )
    expect(await describeFailure(calling, 'https://hooks.example/')).toBe(
      'No TLS connection to the address can be made',
    )
  })

  test('a user without a password is sent', async () => {
    const proxy = await connectProxyOfTest(port)
    const withUser = proxy.address.replace('user:secret', 'us%25er')
    const calling = outgoingFetch({ networks: [], http: true, proxy: withUser })
    expect((await calling('http://hooks.example/')).status).toBe(200)
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${btoa('us%er:')}`)
  })

  test.each([
    ['HTTP/1.1 403 Forbidden', 'The proxy does not allow this address'],
    [
      'HTTP/1.1 407 Proxy Authentication Required',
      'The proxy does not allow this address, or not the user of this server',
    ],
    ['HTTP/1.1 503 Service Unavailable', 'The proxy cannot reach this address'],
    ['SSH-2.0-OpenSSH_9.2', 'The proxy of this server cannot be reached'],
    ['', 'The proxy of this server cannot be reached'],
  ])('one that responds %j is called once', async (response, description) => {
    let connections = 0
    const broken = createRawServer((socket) => {
      connections += 1
      socket.once('data', () => socket.end(response && `${response}\r\n\r\n`))
    })
    onTestFinished(() => void broken.close())
    const proxy = `http://127.0.0.1:${await listen(broken)}`
    const calling = outgoingFetch({ networks: [], http: true, proxy, timeoutMilliseconds: 500 })
    expect(await describeFailure(calling, 'http://hooks.example/')).toBe(description)
    expect(connections).toBe(1)
  })

  test('one that does not respond is no longer waited for after the request', async () => {
    const hanging = createRawServer()
    onTestFinished(() => void hanging.close())
    const closed = new Promise((settle) =>
      hanging.once('connection', (socket) => {
        socket.resume().once('close', settle)
      }),
    )
    const proxy = `http://127.0.0.1:${await listen(hanging)}`
    const calling = outgoingFetch({ networks: [], http: true, proxy, timeoutMilliseconds: 100 })
    expect(await describeFailure(calling, 'http://hooks.example/')).toBe(
      'The address did not respond in time',
    )
    await closed
  })

  test('literal addresses are checked before, as is what is called without it', async () => {
    const proxy = await connectProxyOfTest(port)
    const direct = ['localhost', '.direct.example']
    const calling = outgoingFetch({ networks: [], http: true, proxy: proxy.address, direct })
    expect(await describeFailure(calling, address)).toBe('The address 127.0.0.1 may not be called')
    expect(await describeFailure(calling, `http://localhost:${port}/`)).toBe(
      'localhost resolves to an address that may not be called',
    )
    expect(await describeFailure(calling, 'http://a.direct.example/')).toBe(
      'The address cannot be reached',
    )
    expect(proxy.asked).toEqual([])
  })
})

describe('requests that are allowed', () => {
  const open = outgoingFetch({ networks: ['127.0.0.0/8'], http: true })
  test('return the response', async () =>
    expect(await (await open(address)).json()).toEqual({ ok: true }))
  test('do not follow redirects', async () =>
    expect((await open(`${address}/redirect`)).status).toBe(302))
  test('stop at a megabyte', async () => {
    await expect(open(`${address}/large`)).rejects.toThrow('larger than 1 MB')
  })
  test('stop at a megabyte of decompressed content', async () => {
    await expect(open(`${address}/unpacks`)).rejects.toThrow('larger than 1 MB')
  })
})

test('a request ends in time, although much was sent before and garbage is collected', async () => {
  const script = fileURLToPath(new URL('../testing/hanging-requests.ts', import.meta.url))
  // Optimizes code early. Node 22 and newer have no such option.
  const early = Number(process.versions.node.split('.')[0]) < 22 ? ['--interrupt-budget=100'] : []
  const flags = ['--expose-gc', ...early, '--import', 'tsx']
  const running = promisify(execFile)(process.execPath, [...flags, script, address], {
    timeout: 30_000,
  })
  const description = 'The address did not respond in time'
  expect(JSON.parse((await running).stdout)).toEqual([description, description])
})

const selfSigned = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbnYsy83PCddN/lFR
MjFqaaKXBtKuQ9pzYYuiybL9GsGhRANCAARWsj2IimCkF1DUcoXEfbmpAriBJWmI
FeHMDAmBd3rO1lkuLZO5CQP7kEBzegHGwikBuKWlY/1KfrhHrUIoScMl
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgITLUbsqYrny0fJi+Z/8c9RHVvpmzAKBggqhkjOPQQDAjAP
MQ0wCwYDVQQDDARzZWxmMCAXDTI2MTEyNjExMDE0N1oYDzIxMjYxMTAyMTEwMTQ3
WjAPMQ0wCwYDVQQDDARzZWxmMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVrI9
iIpgpBdQ1HKFxH25qQK4gSVpiBXhzAwJgXd6ztZZLi2TuQkD+5BAc3oBxsIpAbil
pWP9Sn64R61CKEnDJaNkMGIwHQYDVR0OBBYEFNJTt7Dq+XRiWeHZgvQgPXGp1HAT
MB8GA1UdIwQYMBaAFNJTt7Dq+XRiWeHZgvQgPXGp1HATMA8GA1UdEwEB/wQFMAMB
Af8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNIADBFAiAhRH7hxA042YFo
svzGOOUCuyZqQjKNDpUrMsNJFyclTwIhAJRLwnoC9WJQNZVgDU4SsGfkhzvIn44L
oxtA7mpYoCNO
-----END CERTIFICATE-----`

describe('what is wrong with an address is described', () => {
  const open = outgoingFetch({ networks: ['127.0.0.0/8'], http: true })
  const failure = (uri: string): Promise<unknown> => open(uri).catch((error: unknown) => error)

  test.each([
    ['', undefined, 'The address closed the connection before it had responded'],
    ['220 mail.example ESMTP\r\n', undefined, 'The address did not respond with valid HTTP'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut off',
      200,
      'The address closed the connection before it had responded',
    ],
    [
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      undefined,
      'The address responded with status 100 or 101 first, which is not supported',
    ],
    ['HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nplain', 200, 'The response cannot be read'],
    ['HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n', 999, 'The response cannot be read'],
  ])('a response %j', async (response, status, description) => {
    const peer = createRawServer((socket) => socket.once('data', () => socket.end(response)))
    onTestFinished(() => void peer.close())
    const error = await failure(`http://127.0.0.1:${await listen(peer)}/`)
    expect(describeOutgoingError(error)).toBe(description)
    expect(error instanceof UnreadableBody ? error.status : undefined).toBe(status)
  })

  test('a certificate that nobody signed', async () => {
    const peer = createTlsServer({ key: selfSigned, cert: selfSigned })
    onTestFinished(() => void peer.close())
    expect(describeOutgoingError(await failure(`https://127.0.0.1:${await listen(peer)}/`))).toBe(
      'The certificate of the address is not valid',
    )
  })

  test('a server without TLS', async () => {
    expect(describeOutgoingError(await failure(address.replace('http:', 'https:')))).toBe(
      'No TLS connection to the address can be made',
    )
  })

  test('a port that fetch refuses', async () => {
    expect(describeOutgoingError(await failure('http://127.0.0.1:25/'))).toBe(
      'The port of the address may not be called',
    )
  })
})

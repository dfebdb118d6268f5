import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAllowedAddress, outgoingFetch } from './outgoing-fetch'

let server: Server
let address: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/redirect')
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/unpacks')
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    else if (request.url === '/large') response.end('x'.repeat(2 * 1024 * 1024))
    else response.end('{"ok":true}')
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = Object.assign({ port: 0 }, server.address())
  address = `http://127.0.0.1:${port}`
})
afterAll(() => new Promise((settle) => server.close(settle)))

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

describe('requests that are allowed', () => {
  const open = outgoingFetch({ networks: ['127.0.0.0/8'], http: true })
  test('return the response', async () =>
    expect(await (await open(address)).json()).toEqual({ ok: true }))
  test('do not follow redirects', async () =>
    expect((await open(`${address}/redirect`)).status).toBe(302))
  test('stop at a megabyte', async () => {
    await expect(open(`${address}/large`)).rejects.toThrow(/terminated|exceed|size/i)
  })
  test('stop at a megabyte of decompressed content', async () => {
    await expect(open(`${address}/unpacks`)).rejects.toThrow('larger than 1 MB')
  })
})

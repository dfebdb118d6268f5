import { createServer } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from './listen'

interface ConnectProxy {
  /** Its address, with a user and a password. */
  address: string
  /** What it was asked for, oldest first. */
  asked: { host: string | undefined; authorization: string | undefined }[]
}

/**
 * Starts an HTTP proxy on loopback that takes every name for one server, until the test ends. It
 * refuses the names that end with `.internal`, as a proxy does that guards a network.
 * @param target the port of the server
 */
export async function connectProxyOfTest(target: number): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = []
  const server = createServer()
  server.on('connect', ({ url: host, headers }, socket) => {
    asked.push({ host, authorization: headers['proxy-authorization'] })
    socket.on('error', () => {})
    if (host?.includes('.internal:') === true) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  const port = await listen(server)
  onTestFinished(async () => {
    await new Promise((closed) => server.close(closed))
  })
  return { address: `http://user:secret@127.0.0.1:${port}`, asked }
}

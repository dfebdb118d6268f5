import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Proxy {
  /** The connection string given, through the proxy. */
  address: string
  /** From now on swallows everything that is sent, like a network that drops all packets. */
  swallow(): void
  /** Passes on what new connections send. Those of before stay dead. */
  recover(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a PostgreSQL server. */
export async function startProxy(address: string, port = 0): Promise<Proxy> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    if (isSwallowing) return
    const upstream = connect(Number(target.port), target.hostname)
    sockets.add(upstream)
    upstream.on('error', () => {})
    client.pipe(upstream).pipe(client)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const through = new URL(address)
  through.host = `127.0.0.1:${typeof listening === 'object' ? listening?.port : port}`
  return {
    address: through.href,
    swallow() {
      isSwallowing = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    recover() {
      isSwallowing = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

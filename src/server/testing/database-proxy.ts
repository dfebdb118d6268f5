import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen'

export interface DatabaseProxy {
  /** The connection string that leads through the proxy. */
  address: string
  /** Drops everything that is sent from now on, like a network that loses all packets. */
  swallow(): void
  /** Forwards new connections again. Earlier ones stay broken. */
  recover(): void
  /** Forwards new connections to another server, and closes the open ones. */
  switchTo(address: string): void
  close(): Promise<void>
}

/** Starts a proxy in front of a PostgreSQL server. */
export async function startDatabaseProxy(address: string, port = 0): Promise<DatabaseProxy> {
  let target = new URL(address)
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
  })
  const through = new URL(address)
  through.host = `127.0.0.1:${await listen(server, port)}`
  return {
    address: through.href,
    swallow() {
      isSwallowing = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    recover() {
      isSwallowing = false
    },
    switchTo(next) {
      target = new URL(next)
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

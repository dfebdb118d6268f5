import { once } from 'node:events'
import type { Server } from 'node:net'
import { z } from 'zod'

/** Makes a server listen on a port of loopback, by default a free one. @returns the port */
export async function listen(server: Server, on = 0): Promise<number> {
  server.listen(on, '127.0.0.1')
  await once(server, 'listening')
  return z.object({ port: z.int() }).parse(server.address()).port
}

import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen'

/** Finds a port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

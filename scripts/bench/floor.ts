import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { goodLoad, type Outcome, type Target } from './load'

const seconds = 3

/**
 * Measures Node's own HTTP server, in its own process, which sends the response of a target
 * ready-made.
 */
export async function floorOf({ url, token }: Target): Promise<Outcome> {
  const response = await fetch(url, {
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Accept-Encoding': 'identity',
    },
  })
  const child = spawn(process.execPath, ['scripts/bench/floor-server.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(Buffer.from(await response.arrayBuffer()))
  const [address] = await once(child.stdout.setEncoding('utf8'), 'data')
  const target = { url: String(address).trim(), ...(token === undefined ? {} : { token }) }
  try {
    return await goodLoad({ targets: [target], seconds })
  } finally {
    child.kill()
  }
}

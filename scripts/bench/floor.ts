import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { goodLoad, type Load, type Outcome } from './load'

/** Starts Node's own HTTP server in its own process, with the same response ready-made. */
export async function floorOf({ token, ...request }: Load): Promise<Outcome> {
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      'Accept-Encoding': 'identity',
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  const child = spawn(process.execPath, ['scripts/bench/floor-server.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(Buffer.from(await response.arrayBuffer()))
  const [address] = await once(child.stdout.setEncoding('utf8'), 'data')
  try {
    return await goodLoad({
      ...request,
      ...(token === undefined ? {} : { token }),
      url: String(address).trim(),
    })
  } finally {
    child.kill()
  }
}

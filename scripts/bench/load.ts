import { Pool } from 'undici'
import { quantile } from './figure'

export interface Load {
  url: string
  token?: string
  connections?: number
  seconds?: number
  method?: 'GET' | 'PATCH'
  /** Sent as JSON; a function makes the body of each request. */
  body?: unknown
  /** Whether the server warms up first, in a short run that is not counted; it does where nothing is said. */
  warmUp?: boolean
}

export interface Outcome {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  accepted: number
  refused: number
}

/**
 * Sends requests over each connection, one after another, until the time is up.
 * @throws Error of the first request without a response
 */
async function run(
  { url, token, connections = 50, method = 'GET', body }: Load,
  seconds: number,
): Promise<Outcome> {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections })
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const latencies: number[] = []
  let accepted = 0
  const start = performance.now()
  const end = start + seconds * 1000
  async function sendUntilEnd(): Promise<void> {
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      const value: unknown = typeof body === 'function' ? body() : body
      const response = await pool.request({
        path: pathname + search,
        method,
        headers,
        ...(value === undefined ? {} : { body: JSON.stringify(value) }),
      })
      await response.body.dump({ limit: Number.POSITIVE_INFINITY })
      latencies.push(performance.now() - sent)
      if (response.statusCode < 300) accepted += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, sendUntilEnd))
  const elapsed = (performance.now() - start) / 1000
  await pool.close()
  return {
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    accepted,
    refused: latencies.length - accepted,
  }
}

/** Puts load on an address and measures how the server bears it. */
export async function load({ warmUp = true, seconds = 8, ...request }: Load): Promise<Outcome> {
  if (warmUp) await run(request, 3)
  return run(request, seconds)
}

/** As `load`, where every response has to be a good one. */
export async function goodLoad(request: Load): Promise<Outcome> {
  const outcome = await load(request)
  if (outcome.refused > 0)
    throw new Error(
      `${outcome.refused} of ${outcome.accepted + outcome.refused} requests to ${request.url} were refused`,
    )
  return outcome
}

import { Client } from 'undici'
import { cpuMilliseconds } from './cpu-time'
import { quantile } from './figure'

export interface Target {
  url: string
  token?: string
}

export interface Load {
  /** The connections are spread over them. */
  targets: readonly Target[]
  /** The serving process, to measure its CPU time. */
  pid?: number | undefined
  connections?: number
  seconds?: number
  method?: 'GET' | 'PATCH'
  /** Sent as JSON; a function creates the body of each request. */
  body?: unknown
  /** Whether to warm up the server first, in a short run that is not counted; true by default. */
  warmUp?: boolean
}

export interface Outcome {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  accepted: number
  refused: number
  /** CPU time of the serving process per request, in milliseconds; NaN if unknown. */
  cpu: number
}

/**
 * Sends requests over each connection, one after another, until the time is up.
 * @throws the error of the first request without a response
 */
async function run(
  { targets, pid, connections = 50, method = 'GET', body }: Load,
  seconds: number,
): Promise<Outcome> {
  const latencies: number[] = []
  let accepted = 0
  const cpuBefore = cpuMilliseconds(pid)
  const start = performance.now()
  const end = start + seconds * 1000
  async function sendUntilEnd(target: Target): Promise<void> {
    const { origin, pathname, search } = new URL(target.url)
    const client = new Client(origin)
    const headers = {
      ...(target.token === undefined ? {} : { authorization: `Bearer ${target.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      const value: unknown = typeof body === 'function' ? body() : body
      const response = await client.request({
        path: pathname + search,
        method,
        headers,
        ...(value === undefined ? {} : { body: JSON.stringify(value) }),
      })
      await response.body.dump({ limit: Number.POSITIVE_INFINITY })
      latencies.push(performance.now() - sent)
      if (response.statusCode < 300) accepted += 1
    }
    await client.close()
  }
  const connected = Array.from({ length: connections }).flatMap(
    (_, index) => targets[index % targets.length] ?? [],
  )
  await Promise.all(connected.map(sendUntilEnd))
  const elapsed = (performance.now() - start) / 1000
  return {
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    accepted,
    refused: latencies.length - accepted,
    cpu: (cpuMilliseconds(pid) - cpuBefore) / latencies.length,
  }
}

/** Puts load on a server and measures its responses. */
export async function load({ warmUp = true, seconds = 8, ...request }: Load): Promise<Outcome> {
  if (warmUp) await run(request, 3)
  return run(request, seconds)
}

/** Like `load`, but expects every request to succeed. */
export async function goodLoad(request: Load): Promise<Outcome> {
  const outcome = await load(request)
  if (outcome.refused > 0)
    throw new Error(
      `${outcome.refused} of ${outcome.accepted + outcome.refused} requests were refused`,
    )
  return outcome
}

const rounds = 3

/**
 * Measures several loads in turns of a few seconds each, because other load on the machine varies.
 * @returns the outcomes of each round, in the order of the loads
 */
export async function inTurns(loads: readonly Load[]): Promise<Outcome[][]> {
  for (const each of loads) await run(each, 2)
  const outcomes: Outcome[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const ofRound: Outcome[] = []
    for (const each of loads) ofRound.push(await goodLoad({ ...each, warmUp: false, seconds: 2 }))
    outcomes.push(ofRound)
  }
  return outcomes
}

import autocannon from 'autocannon'

export interface Load {
  url: string
  token?: string
  connections?: number
  seconds?: number
  method?: 'GET' | 'PATCH'
  /** Sent as JSON. */
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

/** Puts load on an address and tells how it was borne. */
export async function load({
  url,
  token,
  connections = 50,
  seconds = 8,
  method = 'GET',
  body,
  warmUp = true,
}: Load): Promise<Outcome> {
  const options: autocannon.Options = {
    url,
    connections,
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  if (warmUp) await autocannon({ ...options, duration: 3 })
  const {
    requests,
    latency,
    errors,
    non2xx,
    '2xx': accepted,
  } = await autocannon({ ...options, duration: seconds })
  if (errors > 0) throw new Error(`${errors} requests to ${url} had no answer`)
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    accepted,
    refused: non2xx,
  }
}

/** As `load`, where every answer has to be a good one. */
export async function goodLoad(request: Load): Promise<Outcome> {
  const outcome = await load(request)
  if (outcome.refused > 0)
    throw new Error(
      `${outcome.refused} of ${outcome.accepted + outcome.refused} requests to ${request.url} were refused`,
    )
  return outcome
}

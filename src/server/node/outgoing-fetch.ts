import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch as undiciFetch } from 'undici'

export interface OutgoingRules {
  /** Networks inside that may be called, such as `10.1.0.0/16`. */
  networks: readonly string[]
  /** Whether plain http may be used. */
  http: boolean
  /** How long a response is waited for; 15 seconds when absent. */
  timeoutMilliseconds?: number
}

const defaultTimeoutMilliseconds = 15_000
const maxResponseBytes = 1024 * 1024

/** A request that the rules for outgoing requests do not let out. */
class OutgoingRequestBlocked extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'OutgoingRefused'
  }
}

/** All that is given out of IPv6; what lies elsewhere is odd, such as an IPv4 address in an old spelling. */
const publicNetworks = ['0.0.0.0/0', '2000::/3']
/** A public address that is the inside of Azure. */
const metadataNetwork = '168.63.129.16/32'

/** Whether an address is on the public internet, or in a network that the operator allows. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isIn = (network: string) => {
    const [range, bits] = ipaddr.parseCIDR(network)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  }
  return (
    (parsed.range() === 'unicast' && publicNetworks.some(isIn) && !isIn(metadataNetwork)) ||
    networks.some(isIn)
  )
}

/** Resolves names for connections, and refuses a name as soon as one of its addresses is inside: the check and the call see the same response. */
function guardedLookup(networks: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const inside =
        error === null
          ? addresses.find(({ address }) => !isAllowedAddress(address, networks))
          : undefined
      const refusal =
        inside === undefined
          ? error
          : new OutgoingRequestBlocked(
              `${hostname} is at ${inside.address}, which may not be called`,
            )
      const [first] = addresses ?? []
      if (refusal !== null || first === undefined)
        callback(refusal ?? new Error(`${hostname} has no address`), [])
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function refuse(url: URL, rules: OutgoingRules): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.http))
    throw new OutgoingRequestBlocked('Only https addresses may be called')
  // A literal address is never looked up, so it is checked here. The URL parser has made odd spellings plain.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isAllowedAddress(literal, rules.networks))
    throw new OutgoingRequestBlocked(`The address ${literal} may not be called`)
}

/** Reads a response no further than to where it is too large, since a small one that was compressed can unpack to any size. */
async function readWithin(response: { body: AsyncIterable<Uint8Array> | null }): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxResponseBytes)
      throw new OutgoingRequestBlocked('The response is larger than 1 MB')
    parts.push(Uint8Array.from(part))
  }
  return new Blob(parts)
}

/**
 * A `fetch` for calls to addresses that users give: https unless allowed otherwise, never to the inside, no
 * redirects, 15 seconds, responses up to 1 MB.
 * @throws OutgoingRefused, and what fetch throws
 */
export function outgoingFetch(rules: OutgoingRules): typeof fetch {
  const { timeoutMilliseconds = defaultTimeoutMilliseconds } = rules
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(rules.networks), timeout: timeoutMilliseconds },
    maxResponseSize: maxResponseBytes,
  })
  return async (input, init = {}) => {
    const request = new Request(input, init)
    refuse(new URL(request.url), rules)
    const timeout = AbortSignal.timeout(timeoutMilliseconds)
    const response = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
      signal: init.signal == null ? timeout : AbortSignal.any([init.signal, timeout]),
      redirect: 'manual',
      dispatcher,
    })
    const body = await readWithin(response)
    return new Response(body.size === 0 ? null : body, {
      status: response.status,
      headers: [...response.headers],
    })
  }
}

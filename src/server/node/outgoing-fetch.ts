import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Dispatcher, Response as ResponseOfUndici } from 'undici'
import {
  OutgoingRequestBlocked,
  ProxyUnavailable,
  UnreadableBody,
} from '@/server/core/outgoing-error'
import { nameResolver } from './name-resolver'

interface OutgoingRules {
  /** Private networks that may be called, such as `10.1.0.0/16`. */
  networks: readonly string[]
  /** Whether plain http is allowed. */
  http: boolean
  /** The proxy, which resolves names and refuses private networks in place of this server. */
  proxy?: string | undefined
  /** The hosts that are called without the proxy. */
  direct?: readonly string[]
  /** How long to wait for a response; 15 seconds by default. */
  timeoutMilliseconds?: number
}

const defaultTimeoutMilliseconds = 15_000
const maxResponseBytes = 1024 * 1024
/** The highest that a `Response` may have; those of Hono would fail when they are read. */
const maxStatus = 599

/** Of IPv6 only 2000::/3 is assigned; other ranges embed IPv4 addresses or are not public. */
const publicNetworks = ['0.0.0.0/0', '2000::/3']
/** Azure's internal metadata service has a public address. */
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

/**
 * Resolves names for connections, and blocks a name if one of its addresses is not allowed. The
 * check and the connection use the same lookup, so DNS rebinding has no effect.
 */
function guardedLookup(networks: readonly string[], timeoutMilliseconds: number): LookupFunction {
  const addressesOf = nameResolver(timeoutMilliseconds)
  return (hostname, options, callback) => {
    const resolve = async () => {
      const addresses = await addressesOf(hostname)
      if (addresses.every(({ address }) => isAllowedAddress(address, networks))) return addresses
      // Whoever entered the name must not learn the addresses of a private network.
      throw new OutgoingRequestBlocked(`${hostname} resolves to an address that may not be called`)
    }
    resolve().then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(new Error(`${hostname} has no address`), [])
        else if (options.all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}

/** @throws OutgoingRequestBlocked */
function assertAllowed(url: URL, rules: OutgoingRules): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.http))
    throw new OutgoingRequestBlocked('Only https addresses may be called')
  // A literal address is never looked up, so it is checked here. The URL parser has normalized it.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isAllowedAddress(literal, rules.networks))
    throw new OutgoingRequestBlocked(`The address ${literal} may not be called`)
}

/** Reads a body up to the size limit, since a small compressed response can unpack to any size. */
async function readBounded(response: { body: AsyncIterable<Uint8Array> | null }): Promise<Blob> {
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

/** Reads a whole response. @throws UnreadableBody */
async function readResponse(received: ResponseOfUndici): Promise<Response> {
  const { status } = received
  try {
    const body = await readBounded(received)
    if (status > maxStatus) throw new RangeError(`Status ${status} is unknown`)
    const headers = [...received.headers]
    return new Response(body.size === 0 ? null : body, { status, headers })
  } catch (error) {
    throw new UnreadableBody(status, error)
  }
}

/** What a proxy gets with each request, or nothing; some expect a user without a password. */
function authorizationOf(proxy: string): string {
  const { username, password } = new URL(proxy)
  if (username === '') return ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/**
 * Creates what connects. Without a proxy, or for a host that is called without it, names are
 * resolved and checked here.
 */
async function dispatcherFor(
  { networks, proxy = '', direct = [] }: OutgoingRules,
  timeoutMilliseconds: number,
): Promise<Dispatcher> {
  // Not loaded before: that takes a sixth of the processor time until a command or server runs.
  const { EnvHttpProxyAgent, Pool } = await import('undici')
  /** Connections to the proxy. */
  class ProxyPool extends Pool {
    override async connect(options: Dispatcher.ConnectOptions) {
      try {
        return await super.connect(options)
      } catch (error) {
        // With undici's own error, a proxy that closes connections would be called without pause.
        throw new ProxyUnavailable(error)
      }
    }
  }
  return new EnvHttpProxyAgent({
    // Empty, they are those of no environment variable either.
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: direct.join(','),
    token: proxy === '' ? '' : authorizationOf(proxy),
    // The end of a request does not end the one to the proxy that opens its tunnel.
    clientFactory: (origin, options) =>
      new ProxyPool(origin, { ...options, headersTimeout: timeoutMilliseconds }),
    connect: {
      lookup: guardedLookup(networks, timeoutMilliseconds),
      timeout: timeoutMilliseconds,
    },
  })
}

/**
 * Creates a `fetch` for addresses that users enter: https unless allowed otherwise, no private
 * networks unless allowed, no redirects, 15 seconds, responses up to 1 MB.
 * @throws OutgoingRequestBlocked and UnreadableBody from the returned function, and what fetch
 * throws
 */
export function outgoingFetch(rules: OutgoingRules): typeof fetch {
  const { timeoutMilliseconds = defaultTimeoutMilliseconds } = rules
  let dispatcher: Promise<Dispatcher> | undefined
  return async (input, init = {}) => {
    const request = new Request(input, init)
    assertAllowed(new URL(request.url), rules)
    dispatcher ??= dispatcherFor(rules, timeoutMilliseconds)
    const { fetch: undiciFetch } = await import('undici')
    // Not `AbortSignal.timeout`: signals that are combined do not keep each other, and one that was
    // garbage-collected never aborts. The timer keeps this one.
    const timeout = new AbortController()
    const timer = setTimeout(
      () => timeout.abort(new DOMException('No response in time', 'TimeoutError')),
      timeoutMilliseconds,
    )
    const signals = init.signal == null ? [timeout.signal] : [init.signal, timeout.signal]
    try {
      const response = await undiciFetch(request.url, {
        method: request.method,
        headers: [...request.headers],
        body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
        signal: AbortSignal.any(signals),
        redirect: 'manual',
        dispatcher: await dispatcher,
      })
      return await readResponse(response)
    } finally {
      clearTimeout(timer)
    }
  }
}

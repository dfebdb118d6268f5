/** A request that the rules for outgoing requests forbid. The message says why, for people. */
export class OutgoingRequestBlocked extends Error {
  override name = 'OutgoingRequestBlocked'
}

/**
 * A response that could not be read: its body is too large, too slow, cut off or malformed, or its
 * status is over 599.
 */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'

  constructor(
    readonly status: number,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** A proxy that cannot be reached, or does not respond as a proxy. */
export class ProxyUnavailable extends Error {
  override name = 'ProxyUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** What an error of undici or Node means, by its name, code and message. */
const meanings: readonly [error: RegExp, meaning: string][] = [
  [/^TimeoutError /, 'The address did not respond in time'],
  [/^ProxyUnavailable /, 'The proxy of this server cannot be reached'],
  [/ Proxy response \(403\) !== 200 /, 'The proxy does not allow this address'],
  // Smokescreen refuses an address with 407.
  [
    / Proxy response \(407\) !== 200 /,
    'The proxy does not allow this address, or not the user of this server',
  ],
  [/ Proxy response \(\d+\) !== 200 /, 'The proxy cannot reach this address'],
  [/ bad port$/, 'The port of the address may not be called'],
  [/ (?:\w*CERT(?:_\w*)?|UNABLE_TO_\w+) /, 'The certificate of the address is not valid'],
  [/ ERR_SSL_\w+ /, 'No TLS connection to the address can be made'],
  // What undici does not support: "bad response" after a 100, and "bad upgrade" after a 101.
  [
    / UND_ERR_SOCKET bad /,
    'The address responded with status 100 or 101 first, which is not supported',
  ],
  [/ (?:UND_ERR_SOCKET|ECONNRESET) /, 'The address closed the connection before it had responded'],
  [/^HTTPParserError /, 'The address did not respond with valid HTTP'],
]

/** Whether the rules for outgoing requests forbid a request, so that repeating it does not help. */
export function isBlocked(error: unknown): boolean {
  return (
    error instanceof Error && (error instanceof OutgoingRequestBlocked || isBlocked(error.cause))
  )
}

/** Describes why an address gave no usable response, without details of the network. */
export function describeOutgoingError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingRequestBlocked) return cause.message
    const facts = `${cause.name} ${'code' in cause ? String(cause.code) : ''} ${cause.message}`
    const known = meanings.find(([pattern]) => pattern.test(facts))
    if (known === undefined) continue
    const [, meaning] = known
    return meaning
  }
  return error instanceof UnreadableBody
    ? 'The response cannot be read'
    : 'The address cannot be reached'
}

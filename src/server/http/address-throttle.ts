import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Log } from '@/server/core/ports/log'
import { ServiceError } from '@/server/core/service-error'

/** Bounds the memory of the throttle; the address seen longest ago is dropped first. */
const maxAddresses = 10_000
const maxKnownTokens = 2000
/** A full bucket holds the requests of this many seconds. */
const burstSeconds = 5
/**
 * After this many failed sign-ins from an address, the log warns once and omits further ones.
 */
export const manyFailures = 20
/** After this long without a failed sign-in, the count of an address restarts from zero. */
const quietMilliseconds = 10 * 60_000

interface Policy {
  name: 'address' | 'address-sign-in'
  capacity: number
  perSecond: number
}

interface Bucket {
  tokens: number
  /** When the tokens were counted, in milliseconds. */
  at: number
}

/** Refuses a request because its address sent too many. */
export class AddressThrottled extends ServiceError {
  constructor(
    readonly policy: Policy,
    override readonly retryAfterSeconds: number,
  ) {
    super(
      'rate_limit_exceeded',
      policy.name === 'address'
        ? `Too many requests from this address: try again in ${retryAfterSeconds} s`
        : `Too many failed sign-ins from this address: try again in ${retryAfterSeconds} s`,
      { policy: policy.name, value: policy.capacity, retryAfter: retryAfterSeconds },
    )
  }
}

interface ThrottleOptions {
  /** The sustained requests per second of one address; 0 for no limit. */
  requestsPerSecond: number
  /** The sustained refused tokens per minute of one address; 0 for no limit. */
  failedSignInsPerMinute: number
  log: Log
  /** Reads a monotonic clock, in milliseconds. */
  now?: () => number
}

/**
 * Returns the sender to count a request for: an IPv4 address, or the /64 network of an IPv6
 * address, which belongs to one customer. Undefined for this machine, which is not throttled.
 */
function senderOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return undefined
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
    : parsed.toString()
}

/**
 * Throttles requests by address before any other work: one token bucket for all requests, and a
 * smaller one for refused tokens. Tokens that were accepted earlier skip the second bucket, so that
 * one bad client does not lock out its whole office.
 */
export class AddressThrottle {
  readonly #requests: Policy
  readonly #signIns: Policy
  readonly #buckets = new LRUCache<string, Bucket>({ max: 2 * maxAddresses })
  readonly #failures = new LRUCache<string, { count: number; last: number }>({ max: maxAddresses })
  readonly #knownTokens = new LRUCache<string, true>({ max: maxKnownTokens })
  readonly #log: Log
  readonly #now: () => number

  constructor({
    requestsPerSecond,
    failedSignInsPerMinute,
    log,
    now = () => performance.now(),
  }: ThrottleOptions) {
    this.#requests = {
      name: 'address',
      capacity: Math.max(1, requestsPerSecond * burstSeconds),
      perSecond: requestsPerSecond,
    }
    this.#signIns = {
      name: 'address-sign-in',
      capacity: failedSignInsPerMinute,
      perSecond: failedSignInsPerMinute / 60,
    }
    this.#log = log
    this.#now = now
  }

  /**
   * Counts a request.
   * @param authorization the `Authorization` header, if the request has one
   * @throws AddressThrottled
   */
  admit(address: string, authorization: string | undefined): void {
    const sender = senderOf(address)
    if (sender === undefined) return
    this.#assertNotEmpty(this.#requests, sender)
    this.#take(this.#requests, sender)
    if (authorization !== undefined && !this.#knownTokens.has(authorization))
      this.#assertNotEmpty(this.#signIns, sender)
  }

  /** Remembers that a token was accepted. */
  recordSuccess(authorization: string): void {
    this.#knownTokens.set(authorization, true)
  }

  /** Counts and logs a refused token. After many from one address it logs one error, then stops. */
  recordFailure(address: string, authorization: string, facts: object): void {
    // It was accepted earlier if it was revoked or has expired.
    this.#knownTokens.delete(authorization)
    const now = this.#now()
    const sender = senderOf(address)
    const key = sender ?? address
    const before = this.#failures.get(key)
    const isQuiet = before === undefined || now - before.last > quietMilliseconds
    const count = isQuiet ? 1 : before.count + 1
    this.#failures.set(key, { count, last: now })
    if (count < manyFailures) this.#log.info({ ...facts, address, count }, 'failed sign-in')
    if (count === manyFailures)
      this.#log.error(
        { ...facts, address, count },
        'many failed sign-ins from one address; further ones are not logged',
      )
    if (sender !== undefined) this.#take(this.#signIns, sender)
  }

  #refill({ name, capacity, perSecond }: Policy, sender: string): Bucket {
    const now = this.#now()
    const key = `${name} ${sender}`
    const bucket = this.#buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    this.#buckets.set(key, bucket)
    return bucket
  }

  /** @throws AddressThrottled */
  #assertNotEmpty(policy: Policy, sender: string): void {
    if (policy.perSecond === 0) return
    const { tokens } = this.#refill(policy, sender)
    if (tokens < 1) throw new AddressThrottled(policy, Math.ceil((1 - tokens) / policy.perSecond))
  }

  #take(policy: Policy, sender: string): void {
    if (policy.perSecond === 0) return
    const bucket = this.#refill(policy, sender)
    bucket.tokens = Math.max(0, bucket.tokens - 1)
  }
}

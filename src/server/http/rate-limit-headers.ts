import type { Context } from 'hono'
import { limitFacts } from '@/contract/limits'
import type { Level } from '@/server/core/ports/meter'
import type { AddressThrottled } from './address-throttle'
import type { HonoEnv } from './hono-env'

/**
 * Fits a number into a structured field, which takes integers of up to fifteen digits (RFC 9651).
 */
function toFieldInteger(value: number): number {
  return Math.min(Math.max(0, Math.floor(value)), 999_999_999_999_999)
}

/** Sets the `RateLimit` headers of the IETF draft: the limits, and what remains of them. */
export function setRateLimitHeaders(c: Context<HonoEnv>, levels: readonly Level[]): void {
  const rates = levels.filter(({ limit }) => limitFacts(limit).window !== undefined)
  c.header(
    'RateLimit-Policy',
    rates
      .map(
        ({ limit, max, windowSeconds }) =>
          `"${limitFacts(limit).policy}";q=${toFieldInteger(max)};w=${windowSeconds}`,
      )
      .join(', '),
  )
  c.header(
    'RateLimit',
    rates
      .map(({ limit, max, used, resetSeconds }) => {
        const remaining = toFieldInteger(max - used)
        return `"${limitFacts(limit).policy}";r=${remaining};t=${Math.ceil(resetSeconds)}`
      })
      .join(', '),
  )
}

/** Sets the headers of a response to an address that sent too many requests. */
export function setThrottleHeaders(
  c: Context<HonoEnv>,
  { policy: { name, capacity, perSecond }, retryAfterSeconds }: AddressThrottled,
): void {
  c.header('RateLimit-Policy', `"${name}";q=${capacity};w=${Math.ceil(capacity / perSecond)}`)
  c.header('RateLimit', `"${name}";r=0;t=${retryAfterSeconds}`)
}

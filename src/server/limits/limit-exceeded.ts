import type { LimitName } from '@/contract/limits'
import { limitFacts } from '@/contract/limits'
import { ServiceError } from '@/server/core/service-error'

/** The error for a request or creation that exceeds a limit. */
export class LimitExceeded extends ServiceError {
  constructor(limit: LimitName, value: number, retryAfterSeconds?: number) {
    const { label, policy } = limitFacts(limit)
    const advice =
      retryAfterSeconds === undefined
        ? 'archive something, or raise the limit'
        : `try again in ${retryAfterSeconds} s, or raise the limit`
    super(
      'rate_limit_exceeded',
      `The limit '${label}' (${limit}) of ${value} is reached: ${advice}`,
      {
        limit,
        value,
        policy,
        retryAfter: retryAfterSeconds,
      },
      retryAfterSeconds,
    )
  }
}

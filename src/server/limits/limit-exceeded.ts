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
    const problem =
      value === 0
        ? 'is 0, which allows none: raise it'
        : `of ${value.toLocaleString('en')} is reached: ${advice}`
    super(
      'rate_limit_exceeded',
      `The limit '${label}' (${limit}) ${problem}`,
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

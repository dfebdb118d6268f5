import type { MiddlewareHandler } from 'hono'
import type { AddressThrottle } from './address-throttle'
import type { GuardOptions } from './guard'
import type { HonoEnv } from './hono-env'

/** Counts the requests and the refused tokens of each address. */
export function throttleByAddress(
  throttle: AddressThrottle,
  addressOf: GuardOptions['addressOf'],
): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const address = addressOf(c)
    if (address === undefined) return next()
    const authorization = c.req.header('Authorization')
    throttle.admit(address, authorization)
    await next()
    if (authorization === undefined) return
    if (c.get('caller') !== undefined) throttle.recordSuccess(authorization)
    else if (c.res.status === 401)
      throttle.recordFailure(address, authorization, {
        requestId: c.get('requestId'),
        operation: c.get('operationId'),
      })
  }
}

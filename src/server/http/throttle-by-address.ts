import type { MiddlewareHandler } from 'hono'
import type { AddressThrottle } from './address-throttle'
import type { GuardOptions } from './guard'
import type { HonoEnv } from './hono-env'

/** Counts the requests and the refused tokens of each address. */
export function throttleByAddress(
  throttle: AddressThrottle,
  addressOf: GuardOptions['addressOf'],
): MiddlewareHandler<HonoEnv> {
  return async (context, next) => {
    const address = addressOf(context)
    if (address === undefined) return next()
    const authorization = context.req.header('Authorization')
    throttle.admit(address, authorization)
    await next()
    if (authorization === undefined) return
    if (context.get('caller') !== undefined) throttle.recordSuccess(authorization)
    else if (context.res.status === 401)
      throttle.recordFailure(address, {
        requestId: context.get('requestId'),
        operation: context.get('operationId'),
      })
  }
}

import type { MiddlewareHandler } from 'hono'
import type { RequestObserver } from '../core/request-observer'
import type { ApiEnvironment } from './environment'

/** Reports each request to the observer once its response is ready. */
export function observeRequests(observe: RequestObserver): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const since = performance.now()
    await next()
    observe({
      operation: context.get('operationId'),
      method: context.req.method,
      status: context.res.status,
      seconds: (performance.now() - since) / 1000,
    })
  }
}

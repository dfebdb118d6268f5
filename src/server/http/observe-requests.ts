import type { MiddlewareHandler } from 'hono'
import type { ApiEnvironment } from './environment'

/** Gets the facts of each request when its response is sent. */
export type RequestObserver = (facts: {
  /** Absent if the request matched no operation. */
  operation: string | undefined
  method: string
  status: number
  seconds: number
}) => void

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

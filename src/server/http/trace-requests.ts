import type { MiddlewareHandler } from 'hono'
import { operations } from '../../contract/operations'
import type { RequestTracer } from '../core/request-tracer'
import type { ApiEnvironment } from './environment'

/** Traces each request, under the name of its operation. */
export function traceRequests(trace: RequestTracer): MiddlewareHandler<ApiEnvironment> {
  return (context, next) =>
    trace(context.req.raw, next, () => {
      const operation = context.get('operationId')
      const route = operation === undefined ? undefined : operations[operation].path
      return { operation, route, status: context.res.status }
    })
}

import type { MiddlewareHandler } from 'hono'
import { operations } from '../../contract/operations'
import type { RequestTracer } from '../core/request-tracer'
import type { ApiEnvironment } from './environment'

/** Traces requests, under the names of their operations. */
export function traceRequests(startTrace: RequestTracer): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const trace = startTrace(context.req.raw, context.get('dependencies'))
    context.set('dependencies', trace.dependencies)
    try {
      await next()
    } finally {
      const operation = context.get('operationId')
      const route = operation === undefined ? undefined : operations[operation].path
      trace.end({ operation, route, status: context.res.status })
    }
  }
}

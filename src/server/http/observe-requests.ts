import type { Context, MiddlewareHandler } from 'hono'
import { operations } from '@/contract/operations'
import type { RequestObserver } from '@/server/core/ports/request-observer'
import type { RequestTracer } from '@/server/core/ports/request-tracer'
import type { HonoEnv } from './hono-env'

/** Load balancers call them every second; logged successes would hide other requests. */
const probes: ReadonlySet<string | undefined> = new Set(['getHealth', 'getReadiness'])

/**
 * Logs one line per request, except successful probes: operation, caller and status. Never a query,
 * a header or a body.
 */
function logRequest(c: Context<HonoEnv>, seconds: number): void {
  if (c.res.ok && probes.has(c.get('operationId'))) return
  const caller = c.get('caller')
  c.get('dependencies').log.info(
    {
      requestId: c.get('requestId'),
      operation: c.get('operationId'),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      milliseconds: Math.round(seconds * 1000),
      role: caller?.role,
      workspaceId: caller?.workspaceId,
      errorId: c.get('errorId'),
    },
    'request handled',
  )
}

/**
 * Logs each request once its response is ready, and measures and traces it if configured. This is a
 * single middleware, because each one adds about 1 % to a request.
 */
export function observeRequests({
  observeRequest,
  traceRequest,
}: {
  observeRequest?: RequestObserver | undefined
  traceRequest?: RequestTracer | undefined
}): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const since = performance.now()
    const trace = traceRequest?.(c.req.raw, c.get('dependencies'))
    if (trace !== undefined) c.set('dependencies', trace.dependencies)
    await next()
    const seconds = (performance.now() - since) / 1000
    logRequest(c, seconds)
    const { status } = c.res
    const operation = c.get('operationId')
    observeRequest?.({ operation, method: c.req.method, status, seconds })
    const route = operation === undefined ? undefined : operations[operation].path
    trace?.end({ operation, route, status })
  }
}

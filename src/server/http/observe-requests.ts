import type { Context, MiddlewareHandler } from 'hono'
import { operations } from '@/contract/operations'
import { ownWorkspaceId } from '@/server/core/authorize'
import type { RequestObserver } from '@/server/core/request-observer'
import type { RequestTracer } from '@/server/core/request-tracer'
import type { HonoEnv } from './hono-env'

/** Load balancers call them every second; logged successes would hide other requests. */
const probes: ReadonlySet<string | undefined> = new Set(['getHealth', 'getReadiness'])

/**
 * Logs one line per request, except successful probes: operation, caller and status. Never a query,
 * a header or a body.
 */
function logRequest(context: Context<HonoEnv>, seconds: number): void {
  if (context.res.ok && probes.has(context.get('operationId'))) return
  const caller = context.get('caller')
  context.get('dependencies').log.info(
    {
      requestId: context.get('requestId'),
      operation: context.get('operationId'),
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      milliseconds: Math.round(seconds * 1000),
      role: caller?.role,
      workspaceId: caller && ownWorkspaceId(caller),
      errorId: context.get('errorId'),
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
  return async (context, next) => {
    const since = performance.now()
    const trace = traceRequest?.(context.req.raw, context.get('dependencies'))
    if (trace !== undefined) context.set('dependencies', trace.dependencies)
    await next()
    const seconds = (performance.now() - since) / 1000
    logRequest(context, seconds)
    const { status } = context.res
    const operation = context.get('operationId')
    observeRequest?.({ operation, method: context.req.method, status, seconds })
    const route = operation === undefined ? undefined : operations[operation].path
    trace?.end({ operation, route, status })
  }
}

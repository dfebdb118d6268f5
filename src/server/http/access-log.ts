import type { MiddlewareHandler } from 'hono'
import type { ApiEnvironment } from './environment'

/** Logs one line per request: operation, caller and status. Never a query, a header or a body. */
export const accessLog: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  const { log, clock } = context.get('dependencies')
  const start = clock().getTime()
  await next()
  const caller = context.get('caller')
  log.info(
    {
      requestId: context.get('requestId'),
      operation: context.get('operationId'),
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      milliseconds: clock().getTime() - start,
      ...(caller === undefined ? {} : { role: caller.role }),
      ...(caller === undefined || caller.role === 'operator'
        ? {}
        : { workspaceId: caller.workspaceId }),
      ...(context.get('errorId') === undefined ? {} : { errorId: context.get('errorId') }),
    },
    'request handled',
  )
}

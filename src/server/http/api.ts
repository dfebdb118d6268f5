import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { requestId } from 'hono/request-id'
import { changeReasonHeader } from '@/contract/change-reason'
import type { Operation } from '@/contract/operation'
import { apiVersion, operations, type OperationId } from '@/contract/operations'
import { workspaceHeader } from '@/contract/single-sign-on'
import type { Dependencies } from '@/server/core/context'
import { contentEtag } from '@/server/core/etag'
import type { RequestObserver } from '@/server/core/ports/request-observer'
import type { RequestTracer } from '@/server/core/ports/request-tracer'
import { ServiceError } from '@/server/core/service-error'
import { WorkspaceTurns } from '@/server/core/workspace-turns'
import type { AddressThrottle } from './address-throttle'
import type { HonoEnv } from './hono-env'
import { observeRequests } from './observe-requests'
import { openApiDocument } from './openapi/document'
import { operationHandler, type HandlerOptions } from './operation-handler'
import { isStream, operationIds } from './operation-kinds'
import { largeBodyRules } from './request-body'
import { sendError, sendJson } from './response'
import { bySpecificity, routePath } from './route-paths'
import { exportRules } from './send-lines'
import { throttleByAddress } from './throttle-by-address'
import { refuseUnknownRoute } from './unknown-route'
import { UnreadResponses } from './unread-responses'

const exposedHeaders = [
  'ETag',
  'X-Request-Id',
  'API-Version',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Date',
].join(',')

/** Headers of a 304: the same as those of a response with a body. */
const keptOn304 = [
  ...RETAINED_304_HEADERS,
  ...exposedHeaders.toLowerCase().split(','),
  'access-control-allow-origin',
  'access-control-expose-headers',
]

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'API-Version',
    'X-Request-Id',
    changeReasonHeader,
    workspaceHeader,
    // Instrumented pages add these to each request, which browsers would otherwise refuse to send.
    'traceparent',
    'tracestate',
  ],
  maxAge: 600,
})

/**
 * The state of the process. While draining, it serves requests but reports that it is not ready, so
 * that load balancers stop sending requests; when stopping, it refuses them.
 */
export type Phase = 'serving' | 'draining' | 'stopping'

interface ApiOptions {
  dependencies: Dependencies
  /** Whether to offer the operations beyond the specification. */
  extensions: boolean
  /** The path that the API is served under. */
  basePath?: string
  /** The page that shows the OpenAPI document; `/docs` redirects to it. */
  referencePage?: string
  phase?: () => Phase
  addressOf?: HandlerOptions['addressOf']
  disconnect?: HandlerOptions['disconnect']
  onReceived?: HandlerOptions['onReceived']
  /** Throttles each address, if addresses are known. */
  throttle?: AddressThrottle
  observeRequest?: RequestObserver | undefined
  traceRequest?: RequestTracer | undefined
  /**
   * How long a request may take before it is refused as `unavailable`; nine seconds by default,
   * because clients give up after ten.
   */
  requestMilliseconds?: number
}

/**
 * Builds the management API from the contract: routes, validation and responses. It uses web
 * standards alone, so it runs wherever `Request` and `Response` do.
 */
export function managementApi({
  dependencies,
  extensions,
  basePath = '/',
  referencePage,
  phase = () => 'serving',
  addressOf = () => undefined,
  disconnect,
  onReceived,
  throttle,
  observeRequest,
  traceRequest,
  requestMilliseconds = 9000,
}: ApiOptions): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.onError((error, c) => sendError(c, error))
  app.use((c, next) => {
    c.set('dependencies', dependencies)
    return next()
  })
  const api = app.basePath(basePath)

  api.use(requestId({ limitLength: 128 }))
  api.use(observeRequests({ observeRequest, traceRequest }))
  api.use((c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', exposedHeaders)
    c.header('API-Version', apiVersion)
    c.header('X-Content-Type-Options', 'nosniff')
    return next()
  })
  if (throttle !== undefined) api.use(throttleByAddress(throttle, addressOf))
  api.use(compress())
  api.use(refuseWhile(phase, ['stopping']))
  api.use(operations.getReadiness.path, refuseWhile(phase, ['draining']))
  api.use(checkVersion)
  const offered = operationIds.filter((id) =>
    isOffered(operations[id], { extensions, demo: dependencies.demo !== undefined }),
  )
  const sorted = offered.toSorted(bySpecificity)
  const handlerOptions = {
    addressOf,
    disconnect,
    onReceived,
    requestMilliseconds,
    largeBodyTurns: new WorkspaceTurns(largeBodyRules),
    unreadResponses: new UnreadResponses(),
    exportTurns: new WorkspaceTurns(exportRules),
  }
  const route = (id: OperationId) =>
    api.on(
      operations[id].method,
      routePath(operations[id].path),
      operationHandler(id, handlerOptions),
    )
  // A stream has no tag, because it would have to be read to its end first.
  for (const id of sorted.filter(isStream)) route(id)
  api.use(etag({ retainedHeaders: keptOn304 }))
  for (const id of sorted.filter((id) => !isStream(id))) route(id)
  if (extensions) {
    api.get('/openapi.json', sendOpenApiDocument(offered))
    if (referencePage !== undefined) api.get('/docs', (c) => c.redirect(referencePage))
  }
  const routes = [
    ...sorted.map((id) => operations[id]),
    ...(extensions ? [{ method: 'GET', path: '/openapi.json' }] : []),
  ]
  // Responds here, so that an application that serves pages around the API does not.
  api.all('*', refuseUnknownRoute(routes))
  return app
}

/**
 * Refuses requests in these phases. From the first of them on, all responses ask clients to close
 * their connections, because shutdown waits for every connection.
 */
function refuseWhile(phase: () => Phase, refusing: readonly Phase[]): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const current = phase()
    if (current !== 'serving') c.header('Connection', 'close')
    if (refusing.includes(current))
      throw new ServiceError('unavailable', 'The server is restarting: try again in a moment')
    await next()
    if (phase() !== 'serving') c.header('Connection', 'close')
  }
}

/** Refuses requests for another API version. */
const checkVersion: MiddlewareHandler<HonoEnv> = (c, next) => {
  const version = c.req.header('API-Version')
  if (version === undefined || version === apiVersion) return next()
  throw new ServiceError(
    'invalid_request',
    `API-Version '${version}' is not supported: use ${apiVersion}`,
    { served: [apiVersion] },
  )
}

/** Returns a handler that sends the OpenAPI document, which it generates at the first request. */
function sendOpenApiDocument(offered: readonly OperationId[]) {
  const write = () => {
    const json = JSON.stringify(
      openApiDocument(Object.fromEntries(offered.map((id) => [id, operations[id]]))),
    )
    return { json, etag: contentEtag(json) }
  }
  let written: ReturnType<typeof write> | undefined
  return (c: Context<HonoEnv>): Response => {
    const { json, etag } = (written ??= write())
    c.header('ETag', etag)
    // Otherwise, a cache could choose how long it serves the document of an earlier version.
    c.header('Cache-Control', 'no-cache')
    return sendJson(c, 200, json)
  }
}

function isOffered(
  { extension, always, demo }: Operation,
  served: { extensions: boolean; demo: boolean },
): boolean {
  const isAllowed = extension === undefined || always === true || served.extensions
  return isAllowed && (demo === undefined || served.demo)
}

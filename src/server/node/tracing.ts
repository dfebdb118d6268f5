import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { RequestTracer } from '../core/request-tracer'
import type { Configuration } from './configuration'

/** Traces of OpenTelemetry. */
export interface Tracing {
  traceRequest: RequestTracer
  /** Makes the statements of requests spans, without their values. */
  tracePool(pool: PostgresPool): PostgresPool
  /** Makes calls to other servers spans, without their paths. */
  traceFetch(calling: typeof fetch): typeof fetch
  /** What connects a line of the log with the trace that it belongs to. */
  logFields(): { traceId?: string; spanId?: string }
  /** Sends what has not been sent yet. */
  stop(): Promise<void>
}

/** The text of a statement, which holds no values: they are its parameters. */
function statementText(values: readonly unknown[]): string | undefined {
  const [statement] = values
  if (typeof statement === 'string') return statement
  const text: unknown =
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? statement.text
      : undefined
  return typeof text === 'string' ? text : undefined
}

const serverErrorStatus = 500

/**
 * Starts tracing where an OTLP endpoint is configured; nothing of it is loaded otherwise. The
 * packages read the other `OTEL_*` variables themselves.
 */
export async function startTracing(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
    OTEL_SDK_DISABLED: isDisabled,
  }: Configuration,
  version: string,
): Promise<Tracing | undefined> {
  if (isDisabled || (endpoint ?? tracesEndpoint) === undefined) return undefined
  const [api, { AsyncLocalStorageContextManager }, core, exporter, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const { context, SpanKind, SpanStatusCode, trace } = api
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'signalbox', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('signalbox', version)
  const propagator = new core.W3CTraceContextPropagator()
  const headersGetter = {
    get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
    keys: (headers: Headers) => [...headers.keys()],
  }

  /** Runs work as a span of the trace that is active; jobs have none. */
  async function inSpan<Result>(
    name: string,
    attributes: Record<string, string>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (trace.getActiveSpan() === undefined) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }

  function traceClient(client: PostgresPoolClient): PostgresPoolClient {
    const query = (...values: unknown[]) => {
      const text = statementText(values)
      const send = async (): Promise<unknown> => Reflect.apply(client.query, client, values)
      const name = text?.trim().split(/\s/, 1)[0]?.toUpperCase() ?? 'statement'
      const attributes = {
        'db.system.name': 'postgresql',
        ...(text === undefined ? {} : { 'db.query.text': text }),
      }
      return inSpan(name, attributes, send)
    }
    return Object.assign(Object.create(client), { query, release: () => client.release() })
  }

  return {
    traceRequest(request, handle, describe) {
      const parent = propagator.extract(api.ROOT_CONTEXT, request.headers, headersGetter)
      const attributes = { 'http.request.method': request.method }
      return tracer.startActiveSpan(
        request.method,
        { kind: SpanKind.SERVER, attributes },
        parent,
        async (span) => {
          try {
            await handle()
          } finally {
            const { operation, route, status } = describe()
            if (operation !== undefined) span.updateName(operation)
            if (route !== undefined) span.setAttribute('http.route', route)
            span.setAttribute('http.response.status_code', status)
            if (status >= serverErrorStatus) span.setStatus({ code: SpanStatusCode.ERROR })
            span.end()
          }
        },
      )
    },
    tracePool: (pool) => ({
      connect: async () => traceClient(await pool.connect()),
      end: () => pool.end(),
    }),
    traceFetch: (calling) => (input, init) => {
      const method = init?.method ?? 'GET'
      const { host } = new URL(input instanceof Request ? input.url : input)
      const attributes = { 'http.request.method': method, 'server.address': host }
      return inSpan(method, attributes, () => calling(input, init))
    },
    logFields() {
      const span = trace.getActiveSpan()?.spanContext()
      return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }
    },
    stop: () => provider.shutdown(),
  }
}

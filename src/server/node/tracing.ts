import type { Span } from '@opentelemetry/api'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { hasPassed } from '../core/clock-skew'
import type { Dependencies, Log } from '../core/context'
import type { RequestTracer } from '../core/request-tracer'
import { databaseOver } from '../store/database'
import type { Configuration } from './configuration'

/** Traces of OpenTelemetry. */
export interface Tracing {
  /** @param pool the connections that requests use */
  requestTracer(pool: PostgresPool): RequestTracer
  /** Sends the remaining traces. */
  stop(): Promise<void>
}

/** Runs work as a span of a trace. */
type InSpan = <Result>(
  name: string,
  attributes: Record<string, string>,
  work: () => Promise<Result>,
) => Promise<Result>

/** Creates spans for the statements of a client, without their values. */
function traceClient(client: PostgresPoolClient, inSpan: InSpan): PostgresPoolClient {
  function query<Row>(text: string, parameters: readonly unknown[]) {
    const name = text.trim().split(/\s/, 1)[0]?.toUpperCase() ?? ''
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    return inSpan(name, attributes, () => client.query<Row>(text, parameters))
  }
  return Object.assign(Object.create(client), { query, release: () => client.release() })
}

/** Creates spans for outgoing requests, without their paths. */
function traceFetch(calling: typeof fetch, inSpan: InSpan): typeof fetch {
  return (input, init) => {
    const method = init?.method ?? 'GET'
    const { host } = new URL(input instanceof Request ? input.url : input)
    const attributes = { 'http.request.method': method, 'server.address': host }
    return inSpan(method, attributes, () => calling(input, init))
  }
}

/** Adds the ids of a span to each line of a log. */
function traceLog(log: Log, span: Span): Log {
  const { traceId, spanId } = span.spanContext()
  return {
    info: (facts, message) => log.info({ traceId, spanId, ...facts }, message),
    error: (facts, message) => log.error({ traceId, spanId, ...facts }, message),
  }
}

/** Returns dependencies with traced statements and requests, and with trace ids in the log. */
function tracedDependencies(
  dependencies: Dependencies,
  pool: PostgresPool,
  span: Span,
  inSpan: InSpan,
): Dependencies {
  const { log, fetch, identityProvider } = dependencies
  return {
    ...dependencies,
    log: traceLog(log, span),
    database: databaseOver({
      connect: async () => traceClient(await pool.connect(), inSpan),
      end: () => pool.end(),
    }),
    fetch: traceFetch(fetch, inSpan),
    identityProvider: identityProvider && {
      ...identityProvider,
      fetch: traceFetch(identityProvider.fetch, inSpan),
    },
  }
}

const serverErrorStatus = 500
/** How often it is logged that traces cannot be sent. */
const failureMilliseconds = 60_000

/** Returns a function that logs errors of the tracing packages, the first of each minute. */
function failureLogger(log: Log): (error: unknown) => void {
  let loggedAt = -Infinity
  return (error) => {
    const now = Date.now()
    if (!hasPassed(failureMilliseconds, loggedAt, now)) return
    loggedAt = now
    log.error({ error }, 'traces could not be sent')
  }
}

/**
 * Returns the share of requests to trace if the sampler is parent-based with a ratio; undefined for
 * other samplers.
 */
function sampledShare({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: argument,
}: Configuration): number | undefined {
  return sampler === 'parentbased_traceidratio' && argument !== undefined
    ? Number(argument)
    : undefined
}

/** The trace of a request that is not sampled. */
const untraced = (dependencies: Dependencies) => ({ dependencies, end() {} })

/**
 * Starts tracing if an OTLP endpoint is configured; otherwise, no tracing code is loaded. The
 * packages read the other `OTEL_*` variables themselves.
 *
 * A traced request gets dependencies that know its span. With `AsyncLocalStorage`, as in automatic
 * instrumentation, every promise of the process would be slower on Node 20, even for requests that
 * are not sampled.
 */
export async function startTracing(
  configuration: Configuration,
  version: string,
  log: Log,
): Promise<Tracing | undefined> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
    OTEL_SDK_DISABLED: isDisabled,
  } = configuration
  if (isDisabled || (endpoint ?? tracesEndpoint) === undefined) return undefined
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, core, exporter, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  core.setGlobalErrorHandler(failureLogger(log))
  const share = sampledShare(configuration)
  const provider = new sdk.BasicTracerProvider({
    // The share is applied below, because starting a span without sampling it takes 2 % of a read.
    ...(share !== undefined && {
      sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    }),
    resource: resources
      .resourceFromAttributes({ 'service.name': 'signalbox', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('signalbox', version)
  const propagator = new core.W3CTraceContextPropagator()
  const headersGetter = {
    get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
    keys: (headers: Headers) => [...headers.keys()],
  }

  /** Returns the function that runs work as a child of a span. */
  function within(parent: Span): InSpan {
    const context = trace.setSpan(ROOT_CONTEXT, parent)
    return async (name, attributes, work) => {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    }
  }

  return {
    requestTracer: (pool) => (request, dependencies) => {
      const caller = propagator.extract(ROOT_CONTEXT, request.headers, headersGetter)
      const isRoot = trace.getSpanContext(caller) === undefined
      if (share !== undefined && isRoot && Math.random() >= share) return untraced(dependencies)
      const attributes = { 'http.request.method': request.method }
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller)
      return {
        dependencies: span.isRecording()
          ? tracedDependencies(dependencies, pool, span, within(span))
          : dependencies,
        end({ operation, route, status }) {
          if (operation !== undefined) span.updateName(operation)
          if (route !== undefined) span.setAttribute('http.route', route)
          span.setAttribute('http.response.status_code', status)
          if (status >= serverErrorStatus) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}

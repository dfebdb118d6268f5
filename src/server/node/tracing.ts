import type { Span } from '@opentelemetry/api'
import type { PostgresPool } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import type { Log } from '@/server/core/ports/log'
import type { RequestTracer } from '@/server/core/ports/request-tracer'
import { OncePer } from '@/server/core/time/once-per'
import { isTraced, type Configuration } from './configuration'
import { tracedDependencies, type InSpan } from './traced-dependencies'

/** Traces of OpenTelemetry. */
export interface Tracing {
  /** @param pool the connections that requests use */
  requestTracer(pool: PostgresPool): RequestTracer
  /** Sends the remaining traces. */
  stop(): Promise<void>
}

const serverErrorStatus = 500
/** How often it is logged that traces cannot be sent. */
const failureMilliseconds = 60_000

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
  if (!isTraced(configuration)) return undefined
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, core, exporter, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const failures = new OncePer()
  core.setGlobalErrorHandler((error) => {
    const record = async () => log.error({ error }, 'traces could not be sent')
    void failures.record(failureMilliseconds, [], new Date(), record)
  })
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
  function inChildOf(parent: Span): InSpan {
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
          ? tracedDependencies(dependencies, pool, span, inChildOf(span))
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

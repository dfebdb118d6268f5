import type { Span } from '@opentelemetry/api'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import type { Log } from '@/server/core/ports/log'
import { databaseOver } from '@/server/store/database'

/** Runs work as a span of a trace. */
export type InSpan = <Result>(
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
export function tracedDependencies(
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

import { createServer } from 'node:http'
import { readConfiguration } from '@/server/node/configuration'
import { createMetrics } from '@/server/node/metrics'
import { startTracing, type Tracing } from '@/server/node/tracing'
import type { PoolObserver } from '@/server/store/pool-observer'
import { listen } from '@/server/testing/listen'
import { figure, type Figure } from './figure'
import { inProcess } from './in-process'
import { inProcessTurns } from './in-process-turns'
import { limitChanges } from './limit-changes'

const maxShare = 2

/** A trace collector that drops everything. */
async function startCollector(): Promise<{ url: string; close: () => void }> {
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'))
  })
  return { url: `http://127.0.0.1:${await listen(collector)}`, close: () => collector.close() }
}

/** Starts tracing this share of the requests. */
async function startTraces(collector: string, share: number): Promise<Tracing> {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(share),
  }
  // OpenTelemetry reads these itself.
  Object.assign(process.env, variables)
  const log = { info() {}, error() {} }
  const tracing = await startTracing(readConfiguration(variables), 'bench', log)
  if (tracing === undefined) throw new Error('Traces need an endpoint')
  return tracing
}

/**
 * Compares the processor time of requests with and without metrics and traces, in one process. The
 * plain API is measured twice: the difference is the noise of the measurement.
 */
export async function observability(): Promise<Figure[]> {
  const collector = await startCollector()
  const metrics = createMetrics('bench')
  let observer: PoolObserver | undefined
  const { api, pool, token, workspaceId, close } = await inProcess({
    connectionTaken: (seconds) => observer?.connectionTaken(seconds),
    connectionReleased: () => observer?.connectionReleased(),
    statementEnded: (outcome, seconds) => observer?.statementEnded(outcome, seconds),
  })
  const traces = {
    few: await startTraces(collector.url, 0.05),
    all: await startTraces(collector.url, 1),
  }
  const turn = (options: Parameters<typeof api>[0], turnObserver?: PoolObserver) => ({
    fetch: api(options).fetch,
    beforeTurn: () => (observer = turnObserver),
  })
  const apps = [
    turn({}),
    turn({ observeRequest: metrics.observeRequest }, metrics.poolObserver('requests')),
    turn({ traceRequest: traces.few.requestTracer(pool) }),
    turn({ traceRequest: traces.all.requestTracer(pool) }),
    turn({}),
  ]
  const body = limitChanges()
  const figures: Figure[] = []
  for (const [what, request] of [
    ['a read', { path: '/external-apps/amberdesk-0', token }],
    ['a write', { path: `/org-workspaces/${workspaceId}`, token, method: 'PATCH', body }],
  ] as const) {
    const times = await inProcessTurns(apps, request)
    const [base = NaN, withMetrics = NaN, fewTraces = NaN, allTraces = NaN, again = NaN] = times
    const more = (time: number) => (time / base - 1) * 100
    const share = { unit: '%', digits: 1 } as const
    figures.push(
      figure(`processor time of ${what}, with its client`, base, { unit: 'ms', digits: 3 }),
      figure('… more with metrics', more(withMetrics), { ...share, atMost: maxShare }),
      figure('… more with traces of a twentieth', more(fewTraces), { ...share, atMost: maxShare }),
      figure('… more with traces of every request', more(allTraces), share),
      figure('… more without, again', more(again), share),
    )
  }
  await close()
  for (const tracing of Object.values(traces)) await tracing.stop()
  collector.close()
  return figures
}

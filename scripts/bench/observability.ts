import { createServer } from 'node:http'
import { once } from 'node:events'
import { figure, type Figure } from './figure'
import { databaseOver } from '../../src/server/store/database'
import { createMetrics } from '../../src/server/node/metrics'
import { inProcess } from './in-process'
import { inProcessTurns } from './in-process-turns'
import { load, type Load } from './load'
import { catalogOf, newWorkspace, startServer } from './server'

const rounds = 10
const maxShare = 2

/** A collector of traces that drops them. */
async function startCollector(): Promise<{ url: string; close: () => void }> {
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, close: () => collector.close() }
}

let value = 0
const limitsBody = () => ({
  limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } },
})

/** Compares the time of a request with and without metrics, in one process. */
async function metricsCost(): Promise<Figure[]> {
  const { api, pool, token, workspaceId, close } = await inProcess()
  const metrics = createMetrics('bench')
  const observed = api({
    observeRequest: metrics.observeRequest,
    dependencies: { database: databaseOver(metrics.observePool(pool, 'requests')) },
  })
  const figures: Figure[] = []
  for (const [what, request] of [
    ['a read', { path: '/external-apps/amberdesk-0', token }],
    [
      'a write',
      { path: `/org-workspaces/${workspaceId}`, token, method: 'PATCH', body: limitsBody },
    ],
  ] as const) {
    const [plain = NaN, measured = NaN, again = NaN] = await inProcessTurns(
      [api(), observed, api()],
      request,
    )
    const more = (time: number) => (time / plain - 1) * 100
    figures.push(
      figure(`time of ${what}`, plain, { unit: 'ms', digits: 3 }),
      figure('… more with metrics', more(measured), { unit: '%', digits: 1, atMost: maxShare }),
      figure('… more without, again', more(again), { unit: '%', digits: 1 }),
    )
  }
  await close()
  return figures
}

/**
 * Compares the processor time of a request with and without traces, on servers that share a
 * database, in turns: once a process traces, all its promises cost more. The best of the rounds
 * counts. Two servers have none: the difference between them is what the machine makes of equal
 * work.
 */
async function tracesCost(): Promise<Figure[]> {
  const collector = await startCollector()
  const source = await catalogOf(1000, 'PostgreSQL')
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const settings: readonly (readonly [what: string, variables: Record<string, string>])[] = [
    ['none', {}],
    [
      'traces of a twentieth of the requests',
      {
        ...traced,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
      },
    ],
    ['traces of every request', traced],
    ['none, again', {}],
  ]
  const servers = []
  for (const [, variables] of settings) servers.push(await startServer(source, { variables }))
  try {
    const workspaces = []
    for (const server of servers) workspaces.push({ server, ...(await newWorkspace(server)) })
    const figures: Figure[] = []
    for (const what of ['a read', 'a write']) {
      const times = await measureInTurns(
        workspaces.map(({ server: { origin, process }, id, token }) => ({
          ...(what === 'a read'
            ? { url: `${origin}/api/external-apps/salesforce` }
            : { url: `${origin}/api/org-workspaces/${id}`, method: 'PATCH', body: limitsBody }),
          token,
          pid: process.pid,
        })),
      )
      const [base = NaN, ...others] = times
      figures.push(figure(`processor time of ${what}`, base, { unit: 'ms', digits: 2 }))
      for (const [index, time] of others.entries())
        figures.push(
          figure(`… more with ${settings[index + 1]?.[0]}`, (time / base - 1) * 100, {
            unit: '%',
            digits: 1,
            ...(index === 0 ? { atMost: maxShare } : {}),
          }),
        )
    }
    return figures
  } finally {
    for (const server of servers) await server.close()
    collector.close()
  }
}

/** Measures what metrics and traces cost. */
export const observability = async (): Promise<Figure[]> => [
  ...(await metricsCost()),
  ...(await tracesCost()),
]

/** Returns the least processor time of a request of each load, in milliseconds. */
async function measureInTurns(loads: readonly Load[]): Promise<number[]> {
  const seen = loads.map((): number[] => [])
  // The first round warms up. Every other one goes the other way round.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, each] of round % 2 === 0
      ? [...loads.entries()].toReversed()
      : loads.entries()) {
      const { cpu } = await load({ ...each, connections: 10, seconds: 1.5, warmUp: false })
      if (round > 0) seen[index]?.push(cpu)
    }
  return seen.map((times) => Math.min(...times))
}

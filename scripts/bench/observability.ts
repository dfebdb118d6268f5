import { createServer } from 'node:http'
import { once } from 'node:events'
import { figure, type Figure } from './figure'
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

/**
 * Compares the processor time of a request with and without metrics and traces, on servers that
 * share a database, in turns. The best of the rounds counts. Two servers have neither: the
 * difference between them is what the machine makes of equal work.
 */
export async function observability(): Promise<Figure[]> {
  const collector = await startCollector()
  const source = await catalogOf(1000, 'PostgreSQL')
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const settings: readonly (readonly [what: string, variables: Record<string, string>])[] = [
    ['neither', {}],
    ['metrics', { METRICS_TOKEN: 'token-of-the-benchmark' }],
    [
      'traces of a twentieth of the requests',
      {
        ...traced,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
      },
    ],
    ['traces of every request', traced],
    ['neither, again', {}],
  ]
  const servers = []
  for (const [, variables] of settings) servers.push(await startServer(source, { variables }))
  try {
    const workspaces = []
    for (const server of servers) workspaces.push({ server, ...(await newWorkspace(server)) })
    let value = 0
    const body = () => ({ limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } } })
    const figures: Figure[] = []
    for (const what of ['a read', 'a write']) {
      const times = await measureInTurns(
        workspaces.map(({ server: { origin, process }, id, token }) => ({
          ...(what === 'a read'
            ? { url: `${origin}/api/external-apps/salesforce` }
            : { url: `${origin}/api/org-workspaces/${id}`, method: 'PATCH', body }),
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
            ...(index < 2 ? { atMost: maxShare } : {}),
          }),
        )
    }
    return figures
  } finally {
    for (const server of servers) await server.close()
    collector.close()
  }
}

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

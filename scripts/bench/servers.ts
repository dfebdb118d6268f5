import pg from 'pg'
import { figure, medianOf, quantile, type Figure } from './figure'
import { inTurns, load } from './load'
import { catalogOf, newWorkspace, startServer, type BenchServer } from './server'

const servers = 3
const sampleMilliseconds = 50
const limit = 500

/** Counts the sessions that wait for a lock on a meter while work runs. */
async function lockWaitsDuring(connectionString: string, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const done = new AbortController()
  const running = work().finally(() => done.abort())
  let [samples, waits] = [0, 0]
  while (!done.signal.aborted) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%limit_%'`,
    )
    samples += 1
    waits += rowCount ?? 0
    await new Promise((resume) => setTimeout(resume, sampleMilliseconds))
  }
  await running
  await client.end()
  return { samples, waits }
}

/**
 * Compares three servers on one PostgreSQL, with all load on one workspace, with a single server.
 */
export async function threeServers(): Promise<Figure[]> {
  const source = await catalogOf(10_000, 'PostgreSQL')
  const running: BenchServer[] = []
  for (let count = 0; count < servers; count += 1) running.push(await startServer(source))
  try {
    const [first] = running
    if (first === undefined) throw new Error('No server was started')
    const { token } = await newWorkspace(first)
    const targetsOf = (caller: string) =>
      running.map(({ origin }) => ({
        url: `${origin}/api/external-apps/salesforce`,
        token: caller,
      }))
    const targets = targetsOf(token)
    let ratio = 0
    let [together, single] = [0, 0]
    const { waits, samples } = await lockWaitsDuring(source.DATABASE_URL ?? '', async () => {
      const outcomes = await inTurns([{ targets }, { targets: targets.slice(0, 1) }])
      ratio = medianOf(outcomes, ([all, one]) => (all?.perSecond ?? 0) / (one?.perSecond ?? 0))
      together = medianOf(outcomes, ([all]) => all?.perSecond ?? 0)
      single = medianOf(outcomes, ([, one]) => one?.perSecond ?? 0)
    })

    const shares: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const near = await newWorkspace(first, { apiRequestsPerHour: limit })
      const { accepted, refused } = await load({
        targets: targetsOf(near.token),
        seconds: 6,
        warmUp: false,
      })
      if (refused === 0) throw new Error(`Only ${accepted} requests were sent`)
      shares.push(Math.abs(accepted / limit - 1) * 100)
    }
    return [
      figure('three servers together, compared with one', ratio, { atLeast: 1, digits: 2 }),
      figure('… together, per second', together, {}),
      figure('… one alone, per second', single, {}),
      figure(`… sessions that waited for a counter, in ${samples} samples`, waits, { atMost: 1 }),
      figure(`… accepted of a limit of ${limit}: away from it`, quantile(shares, 1), {
        atMost: 2,
        unit: '%',
        digits: 2,
      }),
    ]
  } finally {
    for (const server of running) await server.close()
  }
}

import { figure, quantile, type Figure } from './figure'
import { newWorkspace, onBothDatabases, withServer, type BenchServer } from './server'

const rounds = 60
const warmUpRounds = 20
const kinds = {
  prefix: (round: number) => `Cedar${['Desk', 'Flow', 'Ledger', 'Notes'][round % 4]} ${round}`,
  substring: (round: number) => `ledger ${100 + round}`,
  'a typo': (round: number) => `MapleLegder ${round}`,
  'a typo in a short word': (round: number) =>
    `${['ladger', 'ldger', 'flwo', 'cedr', 'vualt'][round % 5]}`,
  'common letters': (round: number) => `${'aeiou'[round % 5]}r`,
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function searchOn(
  server: BenchServer,
  catalog: string,
  goalMilliseconds: number,
): Promise<Figure[]> {
  const { token } = await newWorkspace(server)
  const find = (text: string) =>
    server.ask('GET', `/external-apps?limit=50&search=${encodeURIComponent(text)}`, token)
  const other = () => timed(() => server.ask('GET', '/external-apps/salesforce', token))
  const figures: Figure[] = []
  // Warms up the server with other texts, as the other measures do.
  for (const text of Object.values(kinds))
    for (let round = rounds; round < rounds + warmUpRounds; round += 1) await find(text(round))
  const alone: number[] = []
  for (let round = 0; round < rounds; round += 1) alone.push(await other())
  const meanwhile: number[] = []
  for (const [kind, text] of Object.entries(kinds)) {
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const found = new AbortController()
      const search = timed(() => find(text(round))).finally(() => found.abort())
      while (!found.signal.aborted) meanwhile.push(await other())
      took.push(await search)
    }
    figures.push(
      figure(`search of ${catalog} by ${kind}: p99`, quantile(took, 0.99), {
        atMost: goalMilliseconds,
        unit: 'ms',
      }),
      figure('… median', quantile(took, 0.5), { unit: 'ms' }),
    )
  }
  return [
    ...figures,
    figure(`another request while ${catalog} are searched: p99`, quantile(meanwhile, 0.99), {
      unit: 'ms',
    }),
    figure('… alone: p99', quantile(alone, 0.99), { unit: 'ms' }),
  ]
}

const searchIn = (apps: number, goalMilliseconds: number): Promise<Figure[]> =>
  onBothDatabases((kind) => {
    const catalog = `${apps.toLocaleString('en')} apps on ${kind}`
    return withServer(apps, (server) => searchOn(server, catalog, goalMilliseconds), kind)
  })

/** Measures search while typing, one search at a time, along with another repeated request. */
export const search = (): Promise<Figure[]> => searchIn(100_000, 50)

/** The same in a catalog of a million apps, which takes some minutes to create. */
export const searchMillion = (): Promise<Figure[]> => searchIn(1_000_000, 100)

import { figure, type Figure } from './figure'
import { limitChanges } from './limit-changes'
import { load, type Load, type Target } from './load'
import { catalogOf, newWorkspace, startServer } from './server'

const rounds = 3

/** A body of valid JSON with a value nested this deep. */
function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)
}

const manyUnknown = Object.fromEntries(
  Array.from({ length: 1000 }, (_, index) => [`unknown${index}`, index]),
)

interface Refusal {
  what: string
  /** The accepted request that it should cost less than. */
  comparedTo: 'read' | 'write'
  load: Load
}

/** Returns requests that are refused, with the reason. */
function refusals(read: Required<Target>, write: Target): readonly Refusal[] {
  const forged = `${read.token.slice(0, -4)}AAAA`
  const reading = (target: Target): Pick<Refusal, 'comparedTo' | 'load'> => ({
    comparedTo: 'read',
    load: { targets: [target] },
  })
  const writing = (body: unknown, target = write): Pick<Refusal, 'comparedTo' | 'load'> => ({
    comparedTo: 'write',
    load: { targets: [target], method: 'PATCH', body },
  })
  return [
    { what: 'a forged token', ...reading({ ...read, token: forged }) },
    { what: 'no token', ...reading({ url: read.url }) },
    { what: 'an unknown path', ...reading({ ...read, url: `${read.url}/no/such/path` }) },
    {
      what: 'a forged token with a large body',
      ...writing(manyUnknown, { ...write, token: forged }),
    },
    { what: 'a wrong type', ...writing({ name: 7 }) },
    { what: 'a thousand unknown members', ...writing(manyUnknown) },
    { what: 'a body nested a thousand deep', ...writing({ userFieldsSchema: nested(1000) }) },
  ]
}

/**
 * Returns the processor time per request of each load in milliseconds, the minimum of some rounds.
 * @throws if a load that should be refused is accepted, or vice versa
 */
async function leastCpu(
  loads: readonly { load: Load; isGood: boolean }[],
  pid: number | undefined,
): Promise<readonly number[]> {
  const measure = (each: Load) => load({ ...each, pid, connections: 10, seconds: 2, warmUp: false })
  for (const each of loads) await measure(each.load)
  const least = loads.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, each] of loads.entries()) {
      const { accepted, refused: refusedCount, cpu } = await measure(each.load)
      if ((each.isGood ? refusedCount : accepted) > 0)
        throw new Error(`Request ${index} was ${each.isGood ? 'refused' : 'accepted'}`)
      least[index] = Math.min(least[index] ?? Infinity, cpu)
    }
  return least
}

/**
 * Compares the processor time of refused requests with that of an accepted read and write, in
 * turns. Requests from this machine are not throttled, so each is refused for its own reason.
 */
export async function refused(): Promise<Figure[]> {
  const server = await startServer(await catalogOf(1000, 'embedded'))
  try {
    const { id, token } = await newWorkspace(server)
    const read = { url: `${server.origin}/api/external-apps/salesforce`, token }
    const write = { url: `${server.origin}/api/org-workspaces/${id}`, token }
    const good: readonly Load[] = [
      { targets: [read] },
      { targets: [write], method: 'PATCH', body: limitChanges() },
    ]
    const bad = refusals(read, write)
    const [readCpu = NaN, writeCpu = NaN, ...refusedCpu] = await leastCpu(
      [
        ...good.map((each) => ({ load: each, isGood: true })),
        ...bad.map((each) => ({ load: each.load, isGood: false })),
      ],
      server.process.pid,
    )
    const milliseconds = { unit: 'ms', digits: 2 }
    return [
      figure('processor time of an accepted read', readCpu, milliseconds),
      figure('… of an accepted write', writeCpu, milliseconds),
      ...bad.map(({ what, comparedTo }, index) =>
        figure(
          `refused for ${what}: of an accepted ${comparedTo}`,
          (refusedCpu[index] ?? NaN) / (comparedTo === 'read' ? readCpu : writeCpu),
          { atMost: 1, digits: 2 },
        ),
      ),
    ]
  } finally {
    await server.close()
  }
}

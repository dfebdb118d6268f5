import { figure, type Figure } from './figure'
import { load, type Load, type Outcome } from './load'
import { catalogOf, newWorkspace, startServer } from './server'

const rounds = 3

/** A body of valid JSON with a value nested this deep. */
function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)
}

const manyUnknown = Object.fromEntries(
  Array.from({ length: 1000 }, (_, index) => [`unknown${index}`, index]),
)

/**
 * Compares the processor time of refused requests with that of a good read and a good write, in
 * turns. Addresses of this machine are not throttled: each request is refused for what it is.
 */
export async function refused(): Promise<Figure[]> {
  const server = await startServer(await catalogOf(1000, 'embedded'))
  try {
    const { id, token } = await newWorkspace(server)
    const read = `${server.origin}/api/external-apps/salesforce`
    const write = `${server.origin}/api/org-workspaces/${id}`
    let value = 0
    const change = () => ({
      limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } },
    })
    const forged = `${token.slice(0, -4)}AAAA`
    const loads: readonly { what: string; than: 'read' | 'write'; load: Load }[] = [
      { what: 'a forged token', than: 'read', load: { url: read, token: forged } },
      { what: 'no token', than: 'read', load: { url: read } },
      { what: 'an unknown path', than: 'read', load: { url: `${read}/no/such/path`, token } },
      {
        what: 'a forged token with a large body',
        than: 'write',
        load: { url: write, token: forged, method: 'PATCH', body: manyUnknown },
      },
      {
        what: 'a wrong type',
        than: 'write',
        load: { url: write, token, method: 'PATCH', body: { name: 7 } },
      },
      {
        what: 'a thousand unknown members',
        than: 'write',
        load: { url: write, token, method: 'PATCH', body: manyUnknown },
      },
      {
        what: 'a body nested a thousand deep',
        than: 'write',
        load: { url: write, token, method: 'PATCH', body: { userFieldsSchema: nested(1000) } },
      },
    ]
    const good: Record<'read' | 'write', Load> = {
      read: { url: read, token },
      write: { url: write, token, method: 'PATCH', body: change },
    }
    const measure = async (each: Load): Promise<Outcome> =>
      load({ ...each, pid: server.process.pid, connections: 10, seconds: 2, warmUp: false })
    const all = [good.read, good.write, ...loads.map((each) => each.load)]
    for (const each of all) await measure(each)
    const cpu = all.map(() => Number.POSITIVE_INFINITY)
    for (let round = 0; round < rounds; round += 1)
      for (const [index, each] of all.entries()) {
        const outcome = await measure(each)
        const isGood = index < 2
        if ((isGood ? outcome.refused : outcome.accepted) > 0)
          throw new Error(`Request ${index} was ${isGood ? 'refused' : 'accepted'}`)
        cpu[index] = Math.min(cpu[index] ?? Infinity, outcome.cpu)
      }
    const [readCpu = NaN, writeCpu = NaN, ...refusedCpu] = cpu
    const milliseconds = { unit: 'ms', digits: 2 }
    return [
      figure('processor time of a good read', readCpu, milliseconds),
      figure('… of a good write', writeCpu, milliseconds),
      ...loads.map(({ what, than }, index) =>
        figure(
          `refused for ${what}: of a good ${than}`,
          (refusedCpu[index] ?? NaN) / (than === 'read' ? readCpu : writeCpu),
          { atMost: 1, digits: 2 },
        ),
      ),
    ]
  } finally {
    await server.close()
  }
}

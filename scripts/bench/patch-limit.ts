import autocannon from 'autocannon'
import { figure, type Figure } from './figure'
import { newWorkspace, withServer } from './server'

/** One limit changed by each of fifty connections again and again: validated, audited, safe from a kill of the process when it is answered. */
export const patchLimit = (): Promise<Figure[]> =>
  withServer(100_000, async (server) => {
    const { id, token } = await newWorkspace(server)
    let value = 0
    const change = (): { body: string } => ({
      body: JSON.stringify({
        limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } },
      }),
    })
    const options: autocannon.Options = {
      url: `${server.origin}/api/org-workspaces/${id}`,
      method: 'PATCH',
      connections: 50,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, ...change() }) }],
    }
    await autocannon({ ...options, duration: 3 })
    const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: 8 })
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} changes were refused`)
    return [
      figure('change one limit, 50 connections: per second', requests.average, { atLeast: 1500 }),
      figure('… p99', latency.p99, { unit: 'ms' }),
    ]
  })

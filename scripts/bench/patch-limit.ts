import { figure, type Figure } from './figure'
import { goodLoad } from './load'
import { newWorkspace, withServer } from './server'

/** One limit changed by each of fifty connections again and again: validated, audited, safe from a kill of the process when it is answered. */
export const patchLimit = (): Promise<Figure[]> =>
  withServer(100_000, async (server) => {
    const { id, token } = await newWorkspace(server)
    let value = 0
    const { perSecond, p99 } = await goodLoad({
      url: `${server.origin}/api/org-workspaces/${id}`,
      token,
      method: 'PATCH',
      body: () => ({ limits: { parallelFlowRuns: { unit: 'number', value: (value += 1) } } }),
    })
    return [
      figure('change one limit, 50 connections: per second', perSecond, { atLeast: 1500 }),
      figure('… p99', p99, { unit: 'ms' }),
    ]
  })

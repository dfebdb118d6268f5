import { figure, type Figure } from './figure'
import { load } from './load'
import { newWorkspace, withServer } from './server'

const limit = 100
const seconds = 10

/** Far more requests than a limit allows, for ten of its windows: how far what is accepted is from the limit. */
export const burst = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const { token } = await newWorkspace(server, { apiRequestsPerSecond: limit })
    const { accepted, refused } = await load({ url: `${server.origin}/api/external-apps/salesforce`, token, seconds, connections: 20 })
    return [
      figure(`${((accepted + refused) / (limit * seconds)).toFixed(1)} times a limit: accepted, away from the limit`, Math.abs(accepted / (limit * seconds) - 1) * 100, { atMost: 2, unit: '%', digits: 2 }),
      { what: '… accepted, refused', seen: `${accepted}, ${refused}` },
    ]
  })

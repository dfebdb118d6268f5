import { figure, type Figure } from './figure'
import { load } from './load'
import { newWorkspace, withServer } from './server'

const limit = 2000
const seconds = 10

/** Sends several times as many requests as a limit allows, and measures how many are accepted. */
export const burst = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const { token } = await newWorkspace(server, { apiRequestsPerHour: limit })
    const { accepted, refused } = await load({
      targets: [{ url: `${server.origin}/api/external-apps/salesforce`, token }],
      seconds,
      connections: 20,
      warmUp: false,
    })
    return [
      figure(
        `${((accepted + refused) / limit).toFixed(1)} times a limit: accepted, away from the limit`,
        Math.abs(accepted / limit - 1) * 100,
        { atMost: 2, unit: '%', digits: 2 },
      ),
      { what: '… accepted, refused', seen: `${accepted}, ${refused}` },
    ]
  })

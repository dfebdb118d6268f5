import { z } from 'zod'
import { figure, quantile, type Figure } from './figure'
import { operatorToken, withServer } from './server'

const rounds = 5
const apps = 500

/** Measures archiving 500 apps with one request, five times. */
export const archive = (): Promise<Figure[]> =>
  withServer(100_000, async (server) => {
    const token = await operatorToken(server)
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string() })) })
      .parse(await server.ask('GET', '/universe/apps?limit=1000', token))
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      const { batchId } = z.object({ batchId: z.string() }).parse(
        await server.ask('POST', '/external-apps/archive', token, {
          selectors: items.slice(0, apps).map(({ id }) => id),
        }),
      )
      took.push((performance.now() - begun) / 1000)
      await server.ask('POST', `/external-apps/archive/${batchId}/restore`, token)
    }
    return [
      figure('bulk archive of 500 apps by the server: slowest of five', quantile(took, 1), {
        atMost: 2,
        unit: 's',
        digits: 2,
      }),
    ]
  })

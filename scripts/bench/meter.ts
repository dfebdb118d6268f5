import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { Pool } from 'undici'
import type { Meter } from '../../src/server/core/meter'
import { figure, quantile, type Figure } from './figure'
import { inProcess } from './in-process'

const rounds = 40
const requestsPerRound = 150

/** A meter that counts nothing, to measure a request without limits. */
const noMeter: Meter = {
  take: async () => ({ accepted: true, levels: [] }),
  release: async () => {},
}

/** Serves an API on its own port, called over one persistent connection. */
async function client(app: { fetch: Parameters<typeof serve>[0]['fetch'] }) {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const pool = new Pool(
    `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    { connections: 1 },
  )
  return {
    took: Array<number>(),
    ask: async (token: string) =>
      (
        await pool.request({
          path: '/external-apps/amberdesk-0',
          method: 'GET',
          headers: { Authorization: `Bearer ${token}` },
        })
      ).body.dump(),
    async close() {
      await pool.close()
      server.close()
    },
  }
}

/** Measures the cost of metering: the same requests with and without it, in turns. */
export async function meter(): Promise<Figure[]> {
  const { api, token, close } = await inProcess()
  const kinds = { with: await client(api()), without: await client(api({ meter: noMeter })) }
  for (let round = 0; round < rounds; round += 1) {
    for (const { ask, took } of round % 2 === 0
      ? [kinds.with, kinds.without]
      : [kinds.without, kinds.with]) {
      const start = performance.now()
      for (let count = 0; count < requestsPerRound; count += 1) await ask(token)
      took.push((performance.now() - start) / requestsPerRound)
    }
  }
  for (const { close: end } of Object.values(kinds)) await end()
  await close()
  // The fastest quarter shows the cost itself; the rest was slowed by other load on the machine.
  const [withMeter, without] = [quantile(kinds.with.took, 0.25), quantile(kinds.without.took, 0.25)]
  return [
    figure('metering: share of a request’s time', (1 - without / withMeter) * 100, {
      atMost: 5,
      unit: '%',
      digits: 1,
    }),
    figure('… a request with limits', withMeter, { unit: 'ms', digits: 3 }),
    figure('… without', without, { unit: 'ms', digits: 3 }),
  ]
}

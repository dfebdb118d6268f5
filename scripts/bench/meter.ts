import type { Meter } from '../../src/server/services/limits/meter'
import { figure, quantile, type Figure } from './figure'
import { inProcess } from './platform'

const rounds = 40
const requestsPerRound = 150

/** Counts nothing: what a request costs without limits. */
const noMeter: Meter = { take: async () => ({ accepted: true, levels: [] }), release: async () => {} }

/** What the enforcement of limits adds to a request that is far from them: the same requests with and without it, in turns. */
export async function meter(): Promise<Figure[]> {
  const { api, token, close } = await inProcess()
  const kinds = { with: { app: api(), took: Array<number>() }, without: { app: api({ meter: noMeter }), took: Array<number>() } }
  for (let round = 0; round < rounds; round += 1) {
    for (const { app, took } of round % 2 === 0 ? [kinds.with, kinds.without] : [kinds.without, kinds.with]) {
      const start = performance.now()
      for (let count = 0; count < requestsPerRound; count += 1) await (await app.request('/external-apps/amberdesk-0', { headers: { Authorization: `Bearer ${token}` } })).text()
      took.push((performance.now() - start) / requestsPerRound)
    }
  }
  await close()
  // The fastest quarter is what the work takes; the rest met other work of this machine.
  const [withMeter, without] = [quantile(kinds.with.took, 0.25), quantile(kinds.without.took, 0.25)]
  return [
    figure('limits that are far away: share of a request’s time', (1 - without / withMeter) * 100, { atMost: 5, unit: '%', digits: 1 }),
    figure('… a request with limits', withMeter, { unit: 'ms', digits: 3 }),
    figure('… without', without, { unit: 'ms', digits: 3 }),
  ]
}

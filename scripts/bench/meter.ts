import type { Meter } from '@/server/core/ports/meter'
import { figure, type Figure } from './figure'
import { inProcess } from './in-process'
import { inProcessTurns } from './in-process-turns'

/** A meter that counts nothing, to measure requests without limits. */
const noMeter: Meter = {
  take: async () => ({ accepted: true, levels: [] }),
  release: async () => {},
}

/** Measures the cost of metering: the same requests with and without it, in turns. */
export async function meter(): Promise<Figure[]> {
  const { api, token, close } = await inProcess()
  const [withMeter = NaN, without = NaN] = await inProcessTurns(
    [api(), api({ dependencies: { meter: noMeter } })],
    { path: '/external-apps/amberdesk-0', token },
  )
  await close()
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

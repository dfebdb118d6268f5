import { z } from 'zod'
import { figure, type Figure } from './figure'
import { floorOf } from './floor'
import { goodLoad } from './load'
import { newWorkspace, withServer } from './server'

/** A page of a hundred apps, from the middle of a list, at fifty connections. */
export const list = (): Promise<Figure[]> =>
  withServer(100_000, async (server) => {
    const { token } = await newWorkspace(server)
    const { cursor } = z
      .object({ cursor: z.string() })
      .parse(await server.ask('GET', '/universe/apps?limit=1000', token))
    const request = { url: `${server.origin}/api/universe/apps?limit=100&cursor=${cursor}`, token }
    const seen = await goodLoad(request)
    const floor = await floorOf(request)
    return [
      figure(
        'list 100 of 100,000 by cursor, 50 connections: of what Node alone does',
        seen.perSecond / floor.perSecond,
        { atLeast: 0.15, digits: 3 },
      ),
      figure('… p99', seen.p99, { atMost: 25, unit: 'ms' }),
      figure('… per second', seen.perSecond, {}),
      figure('… Node alone, per second', floor.perSecond, {}),
    ]
  })

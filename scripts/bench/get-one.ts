import { figure, type Figure } from './figure'
import { floorOf } from './floor'
import { goodLoad } from './load'
import { newWorkspace, withServer } from './server'

/** One app by its key, at fifty connections. */
export const getOne = (): Promise<Figure[]> =>
  withServer(100_000, async (server) => {
    const { token } = await newWorkspace(server)
    const request = { url: `${server.origin}/api/external-apps/salesforce`, token }
    const seen = await goodLoad(request)
    const floor = await floorOf(request)
    return [
      figure(
        'get one by key, 50 connections: of what Node alone does',
        seen.perSecond / floor.perSecond,
        { atLeast: 0.25, digits: 3 },
      ),
      figure('… per second', seen.perSecond, {}),
      figure('… Node alone, per second', floor.perSecond, {}),
    ]
  })

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../session/use-session'
import { call } from './client'
import { faultOf } from './fault'
import { keyOf } from './queries'
import { extensionsQuery } from './workspaces'

/** What the demo data of a server offers; a fault where its data is not the demo’s. */
export function demoQuery(baseUrl: string) {
  return queryOptions({
    queryKey: [...keyOf('getDemo'), baseUrl],
    queryFn: async ({ signal }) => (await call('getDemo', {}, { session: { baseUrl, token: '' }, signal })).answer,
    retry: false,
    staleTime: 60_000,
  })
}

export function useIsDemo(): boolean {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return useQuery({ ...demoQuery(useSession()?.baseUrl ?? ''), enabled: hasExtensions === true }).isSuccess
}

/** What the receiver that is built into the demo took in, as it comes. */
export function receivedQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keyOf('listDemoReceived', workspaceId),
    queryFn: async ({ signal }) => (await call('listDemoReceived', {}, { workspaceId, asWorkspace: true, signal })).answer.items,
    refetchInterval: 1500,
  })
}

/** Puts everything back, and reads again what is shown. */
export function useResetDemo(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call('resetDemo', {}, { workspaceId })).answer,
    onSuccess: () => client.invalidateQueries(),
  })
}

export interface Traffic {
  accepted: number
  refused: number
  /** What the API said of the last refusal. */
  lastRefusal?: string | undefined
}

const pause = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/**
 * Sends real requests, evenly over the time, and tells after each how it went.
 * @param seconds how long
 * @param perSecond how many in each second
 */
export async function makeTraffic(workspaceId: string, { seconds, perSecond }: { seconds: number; perSecond: number }, tell: (traffic: Traffic) => void): Promise<void> {
  let traffic: Traffic = { accepted: 0, refused: 0 }
  const send = async () => {
    try {
      await call('listConnectors', { query: { limit: 1 } }, { workspaceId, asWorkspace: true })
      traffic = { ...traffic, accepted: traffic.accepted + 1 }
    } catch (error) {
      traffic = { ...traffic, refused: traffic.refused + 1, lastRefusal: faultOf(error).message }
    }
    tell(traffic)
  }
  const sent: Promise<void>[] = []
  for (let request = 0; request < seconds * perSecond; request += 1) {
    sent.push(send())
    await pause(1000 / perSecond)
  }
  await Promise.all(sent)
}

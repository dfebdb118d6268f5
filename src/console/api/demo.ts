import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { demoOperations } from '../../contract/demo'
import { useSession } from '../session/use-session'
import { call } from './client'
import { keyOf } from './queries'
import { extensionsQuery } from './workspaces'

/** What the demo data of a server offers; an error where its data is not the demo’s. */
export function demoQuery(baseUrl: string) {
  return queryOptions({
    queryKey: [...keyOf(demoOperations.getDemo), baseUrl],
    queryFn: async ({ signal }) =>
      (await call(demoOperations.getDemo, {}, { session: { baseUrl, token: '' }, signal }))
        .response,
    retry: false,
    staleTime: 60_000,
  })
}

export function useIsDemo(): boolean {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return useQuery({ ...demoQuery(useSession()?.baseUrl ?? ''), enabled: hasExtensions === true })
    .isSuccess
}

/** What the receiver that is built into the demo took in, as it comes. */
export function receivedQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keyOf(demoOperations.listDemoReceived, workspaceId),
    queryFn: async ({ signal }) =>
      (await call(demoOperations.listDemoReceived, {}, { workspaceId, asWorkspace: true, signal }))
        .response.items,
    refetchInterval: 1500,
  })
}

/** Puts everything back, and reads again what is shown. */
export function useResetDemo(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(demoOperations.resetDemo, {}, { workspaceId })).response,
    onSuccess: () => client.invalidateQueries(),
  })
}

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { demoOperations } from '../../contract/demo'
import { useSession } from '../session/use-session'
import { call } from './client'
import { keyOf } from './queries'
import { extensionsQuery } from './workspaces'

/** Reads what the demo of a server offers; fails on a server without demo data. */
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

/** Reads what the demo’s built-in webhook receiver has received. */
export function receivedQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keyOf(demoOperations.listDemoReceived, workspaceId),
    queryFn: async ({ signal }) =>
      (await call(demoOperations.listDemoReceived, {}, { workspaceId, asWorkspace: true, signal }))
        .response.items,
    refetchInterval: 1500,
  })
}

/** Reads the e-mails in the outbox of the demo. */
export function emailsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keyOf(demoOperations.listDemoEmails, workspaceId),
    queryFn: async ({ signal }) =>
      (await call(demoOperations.listDemoEmails, {}, { workspaceId, asWorkspace: true, signal }))
        .response.items,
    refetchInterval: 1500,
  })
}

/** Resets the demo data of every workspace. */
export function useResetDemo(workspaceId: string) {
  return useMutation({
    mutationFn: async () => (await call(demoOperations.resetDemo, {}, { workspaceId })).response,
  })
}

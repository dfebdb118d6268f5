import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '@/console/session/use-session'
import { demoOperations } from '@/contract/demo'
import { responseOf } from './client'
import { keyOf, responseQuery } from './queries'
import { anonymous } from './send'
import { useHasExtensions } from './workspaces'

/** Returns the query of what a server's demo offers. It fails on a server without demo data. */
export function demoQuery(baseUrl: string) {
  return queryOptions({
    queryKey: [...keyOf(demoOperations.getDemo), baseUrl],
    queryFn: ({ signal }) =>
      responseOf(demoOperations.getDemo, {}, { ...anonymous(baseUrl), signal }),
    retry: false,
    staleTime: 60_000,
    meta: { isPublic: true },
  })
}

/** Returns whether the server of the session has demo data. */
export function useIsDemo(): boolean {
  const baseUrl = useSession()?.baseUrl ?? ''
  return useQuery({ ...demoQuery(baseUrl), enabled: useHasExtensions() }).isSuccess
}

/** How often the page looks for what has arrived. */
const refetchMilliseconds = 1500

/** Returns the query of what the demo's built-in webhook receiver has received. */
export function receivedQuery(workspaceId: string) {
  return queryOptions({
    ...responseQuery(demoOperations.listDemoReceived, workspaceId, {}),
    refetchInterval: refetchMilliseconds,
  })
}

/** Returns the query of the e-mails in the outbox of the demo. */
export function emailsQuery(workspaceId: string) {
  return queryOptions({
    ...responseQuery(demoOperations.listDemoEmails, workspaceId, {}),
    refetchInterval: refetchMilliseconds,
  })
}

/** What to show while the demo is being reset. */
export const resettingText =
  'Resetting every workspace to its initial data. This takes a few seconds.'

/** Resets the demo data of every workspace. */
export function useResetDemo(workspaceId: string) {
  return useMutation({
    mutationFn: () => responseOf(demoOperations.resetDemo, {}, { workspaceId }),
  })
}

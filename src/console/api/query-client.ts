import { notifyManager, QueryClient } from '@tanstack/react-query'
import { onSessionChange } from '@/console/session/current-session'
import { sessionFacts, type Session } from '@/console/session/session'
import { onWrite } from './client'
import { invalidate } from './invalidate'
import { keepErrors } from './keep-errors'
import { shouldRetry, retryDelay } from './retries'
import { staleKeysAfter } from './stale-keys'

// By default a page learns in a later task that a request runs. On a busy computer the next key or
// click comes first, and finds the button not disabled and the dialog not locked.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline, a request fails at once instead of waiting silently.
      networkMode: 'always',
      staleTime: 15_000,
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

keepErrors(queryClient.getQueryCache())

/** Identifies user, role and server, so that nobody sees what another user has read. */
function principalOf(session: Session): string {
  const { baseUrl, token, account } = session
  if (account !== undefined)
    return JSON.stringify([baseUrl, account.subject, account.role, account.workspaces])
  const { role, name, workspaceKey, tenantKey } = sessionFacts(session) ?? {}
  return JSON.stringify(
    role === undefined ? [baseUrl, token] : [baseUrl, role, name, workspaceKey, tenantKey],
  )
}

onWrite((operation) => {
  for (const queryKey of staleKeysAfter(operation)) void invalidate(queryClient, { queryKey })
})

/** Clears the data of a session, but not what the sign-in page has read without one. */
function forgetSession(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
  queryClient.getMutationCache().clear()
}

onSessionChange((session, before) => {
  if (session === undefined) forgetSession()
  else if (before !== undefined && principalOf(session) !== principalOf(before))
    void queryClient.resetQueries()
  else
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.error !== null,
    })
})

import { QueryClient } from '@tanstack/react-query'
import { factsOf, onSessionChange, type Session } from '../session/session'
import { ApiError, toApiError } from './api-error'

const maxRetries = 2

/** A refusal stays one; what may pass by itself is tried again. */
function isTransient(error: unknown): boolean {
  const { status } = toApiError(error)
  return error instanceof ApiError && (status === 0 || status === 429 || status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline is told in words by the client at once, rather than waited out in silence.
      networkMode: 'always',
      staleTime: 15_000,
      retry: (failures, error) => failures < maxRetries && isTransient(error),
      retryDelay: (attempt, error) =>
        (toApiError(error).facts.retryAfter ?? 0.5 * 2 ** attempt) * 1000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Who reads, in which role, where. What one of them has read is not shown to another. */
function principalOf({ baseUrl, token }: Session): string {
  const { role, name, workspaceKey, tenantKey } = factsOf(token) ?? {}
  return JSON.stringify(
    role === undefined ? [baseUrl, token] : [baseUrl, role, name, workspaceKey, tenantKey],
  )
}

onSessionChange((session, before) => {
  if (session === undefined) queryClient.clear()
  else if (before !== undefined && principalOf(session) !== principalOf(before))
    void queryClient.resetQueries()
  else
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.error !== null,
    })
})

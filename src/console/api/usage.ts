import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LimitName } from '@/contract/limits'
import { usageOperations, usageSpans, type UsageSpan } from '@/contract/usage'
import { responseQuery } from './queries'
import { useHasExtensions } from './workspaces'

const staleMilliseconds = 3000
/** Usage is read so often during a step. */
const stepParts = 20
const maxRefreshMilliseconds = 60_000

/** A long span has long steps, which change slowly and take long to sum up. */
function refreshMilliseconds(span: UsageSpan): number {
  return Math.min(maxRefreshMilliseconds, (usageSpans[span].stepSeconds * 1000) / stepParts)
}

/**
 * Returns the query of the usage of enforced limits, polled every few seconds for the last hour and
 * every minute for a week.
 */
export function usageQuery(workspaceId: string, span: UsageSpan, limit?: LimitName) {
  return queryOptions({
    ...responseQuery(usageOperations.getOrgWorkspaceUsage, workspaceId, {
      params: { id: workspaceId },
      query: { span, limit },
    }),
    staleTime: staleMilliseconds,
    refetchInterval: refreshMilliseconds(span),
  })
}

/** Sums by the hour change slowly, except in the hour that runs. */
const tenantRefreshMilliseconds = 10_000

/** Returns the query of the tenants that use most of a limit, polled every ten seconds. */
export function tenantUsageQuery(workspaceId: string, span: UsageSpan, limit: LimitName) {
  return queryOptions({
    ...responseQuery(usageOperations.getOrgWorkspaceTenantUsage, workspaceId, {
      params: { id: workspaceId },
      query: { span, limit },
    }),
    staleTime: staleMilliseconds,
    refetchInterval: tenantRefreshMilliseconds,
  })
}

/** Returns the usage of the last hour by limit; undefined where the engine doesn’t report it. */
export function useLiveUsage(workspaceId: string) {
  const { data } = useQuery({ ...usageQuery(workspaceId, 'hour'), enabled: useHasExtensions() })
  return data?.response.limits
}

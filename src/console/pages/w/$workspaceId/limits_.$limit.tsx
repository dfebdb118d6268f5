import { Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { useLimitEvents } from '@/console/api/history'
import { tenantUsageQuery, usageQuery } from '@/console/api/usage'
import { extensionsQuery, useHasExtensions, workspaceQuery } from '@/console/api/workspaces'
import { limitRows } from '@/console/grids/limit-rows'
import { ErrorAlert } from '@/console/layout/error-alert'
import { PageHeader } from '@/console/layout/page-header'
import { NotFoundPage } from '@/console/layout/page-states'
import { useRecordTitle } from '@/console/layout/page-title'
import { requireAdmin } from '@/console/layout/require-role'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { LinkButton } from '@/console/ui/link-button'
import { alertTypeOf } from '@/contract/alerts'
import { isLimitName, isTenantLimitHere, limitFacts, type LimitName } from '@/contract/limits'
import { usageSpanNames } from '@/contract/usage'
import { BusiestTenants } from './-limits/limit-page/busiest-tenants'
import { heatMap, stepsOfLastDays } from './-limits/limit-page/heat-map'
import { LimitChanges } from './-limits/limit-page/limit-changes'
import { changesOfLimit } from './-limits/limit-page/limit-history'
import { LimitSummary } from './-limits/limit-page/limit-summary'
import { LimitUsage } from './-limits/limit-page/limit-usage'
import { stepsOf } from './-limits/limit-page/steps'
import { UsageHeatMap } from './-limits/limit-page/usage-heat-map'

export const Route = createFileRoute('/w/$workspaceId/limits_/$limit')({
  params: {
    parse: ({ limit, ...others }) => {
      if (!isLimitName(limit)) throw notFound()
      return { ...others, limit }
    },
  },
  validateSearch: z.object({
    span: z.enum(usageSpanNames).optional().catch(undefined),
    sort: z.string().optional().catch(undefined),
    tenants: z.string().optional().catch(undefined),
  }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search: { span = 'hour' } }) => ({ span }),
  loader: async ({ context: { queryClient }, params: { workspaceId, limit }, deps: { span } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(usageQuery(workspaceId, span, limit))
    if (isTenantLimitHere(limit))
      void queryClient.prefetchQuery(tenantUsageQuery(workspaceId, span, limit))
  },
  component: LimitPage,
  // What the loader does not find would otherwise replace the layout, with its frame.
  notFoundComponent: NotFoundPage,
})

/** The usage of one limit over time. */
function LimitPage() {
  const { workspaceId, limit } = Route.useParams()
  const { span = 'hour', sort, tenants } = Route.useSearch()
  const navigate = Route.useNavigate()
  const updateSearch = (search: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({
      search: (before) => ({ ...before, ...search }),
      replace: true,
      resetScroll: false,
    })
  const { data: record } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { label, description } = limitFacts(limit)
  const alertType = alertTypeOf(limit)
  useRecordTitle(label)
  const row = limitRows(record.response, {}).find(({ name }) => name === limit)
  const hasUsage = useHasExtensions() && row?.isEnforced === true
  const { events, isUnreadable } = useLimitEvents(workspaceId, limit)
  const changes = useMemo(() => changesOfLimit(events, limit), [events, limit])
  const amount = (value: number | undefined) =>
    row === undefined ? 'none' : formatAmount(value, row.unit)
  return (
    <div className="page">
      <LinkAnchor to="/w/$workspaceId/limits" params={{ workspaceId }} fz="sm" hiddenFrom="sm">
        All limits
      </LinkAnchor>
      <PageHeader
        title={label}
        actions={
          <>
            {alertType !== undefined && (
              <LinkButton
                variant="default"
                to="/w/$workspaceId/alerts"
                params={{ workspaceId }}
                search={{ focus: alertType }}
              >
                Alert delivery
              </LinkButton>
            )}
            <LinkButton
              variant="default"
              to="/w/$workspaceId/limits"
              params={{ workspaceId }}
              search={{ focus: limit }}
            >
              Change the limit
            </LinkButton>
          </>
        }
      >
        {description} <span className="mono">{limit}</span>
      </PageHeader>
      <LimitSummary row={row} amount={amount} />
      {hasUsage ? (
        <>
          <LimitUsage
            workspace={record.response}
            limit={limit}
            span={span}
            onSpan={(next) => updateSearch({ span: next })}
            changes={changes}
            sort={sort}
            onSort={(next) => updateSearch({ sort: next })}
          />
          {isTenantLimitHere(limit) && (
            <BusiestTenants
              workspaceId={workspaceId}
              limit={limit}
              span={span}
              max={row.effective}
              nearPercent={row.nearPercent}
              sort={tenants}
              onSort={(next) => updateSearch({ tenants: next })}
            />
          )}
          {limitFacts(limit).window !== undefined && (
            <Week workspaceId={workspaceId} limit={limit} />
          )}
        </>
      ) : (
        <Text fz="sm" c="dimmed" mt="md">
          The engine enforces this limit and doesn’t report its usage here.
        </Text>
      )}
      <LimitChanges
        workspaceId={workspaceId}
        changes={changes}
        isUnreadable={isUnreadable}
        amount={amount}
      />
    </div>
  )
}

/** The last week by day and hour, which shows when to expect how much. */
function Week({ workspaceId, limit }: { workspaceId: string; limit: LimitName }) {
  const { data, error, refetch } = useQuery(usageQuery(workspaceId, 'week', limit))
  const steps = data && stepsOf(data.response, data.response.limits[limit]?.points ?? [])
  const days = steps && heatMap(stepsOfLastDays(steps, Date.parse(data.response.to)))
  if (days === undefined && error === null) return null
  return (
    <section aria-label="Usage by hour and day">
      <Title order={2} mt="lg" mb={4}>
        Usage by hour and day
      </Title>
      {days === undefined ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : (
        <UsageHeatMap days={days} />
      )}
    </section>
  )
}

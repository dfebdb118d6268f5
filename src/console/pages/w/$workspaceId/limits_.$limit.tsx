import { Alert, SegmentedControl, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { isLimitName, limitFacts, type LimitName } from '../../../../contract/limits'
import { usageSpanNames, usageSpans } from '../../../../contract/usage'
import { useLimitEvents } from '../../../api/history'
import { usageQuery, weekUsageQuery } from '../../../api/usage'
import { extensionsQuery, workspaceQuery } from '../../../api/workspaces'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import { userLocale } from '../../../ui/locale'
import { formatWithUnit } from '../../../ui/quantity/format-quantity'
import { changesOfLimit } from './-limits/limit-history'
import { stepsOf } from './-limits/steps'
import { UsageHeatMap } from './-limits/usage-heat-map'
import { limitRows } from '../../../forms/limit-rows'
import { LimitChanges } from './-limits/limit-changes'
import { LimitSummary } from './-limits/limit-summary'
import { LimitUsage } from './-limits/limit-usage'

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
  }),
  loaderDeps: ({ search: { span = 'hour' } }) => ({ span }),
  loader: async ({ context: { queryClient }, params: { workspaceId, limit }, deps: { span } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      void queryClient.prefetchQuery(usageQuery(workspaceId, span, limit))
  },
  component: LimitPage,
})

/** The usage of one limit over time. */
function LimitPage() {
  const { workspaceId, limit } = Route.useParams()
  const { span = 'hour', sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const narrow = (search: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const { data: record } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { label, description } = limitFacts(limit)
  useRecordTitle(label)
  const row = limitRows(record.response, {}).find(({ name }) => name === limit)
  const events = useLimitEvents(workspaceId, limit)
  const changes = useMemo(() => changesOfLimit(events, limit), [events, limit])
  const amount = (value: number | undefined) =>
    value === undefined || row === undefined ? '–' : formatWithUnit(value, row.unit, userLocale)
  return (
    <div className="page">
      <nav aria-label="Breadcrumb">
        <LinkAnchor to="/w/$workspaceId/limits" params={{ workspaceId }} fz="sm">
          Limits
        </LinkAnchor>
        <Text span fz="sm" c="dimmed">
          {' / '}
          {label}
        </Text>
      </nav>
      <PageHeader
        title={label}
        actions={
          <SegmentedControl
            aria-label="Span"
            size="xs"
            maw="100%"
            // Narrower on a phone, which all spans must fit on, on two lines if need be.
            styles={{ label: { paddingInline: 'min(0.6rem, 1.5vw)', whiteSpace: 'normal' } }}
            value={span}
            data={usageSpanNames.map((value) => ({ value, label: usageSpans[value].label }))}
            onChange={(value) => narrow({ span: usageSpanNames.find((name) => name === value) })}
          />
        }
      >
        {description} <span className="mono">{limit}</span>
      </PageHeader>
      <LimitSummary workspaceId={workspaceId} limit={limit} row={row} amount={amount} />
      {row?.isEnforced === true ? (
        <>
          <LimitUsage
            workspace={record.response}
            limit={limit}
            span={span}
            changes={changes}
            sort={sort}
            onSort={(next) => narrow({ sort: next })}
          />
          {limitFacts(limit).window !== undefined && (
            <Week workspaceId={workspaceId} limit={limit} />
          )}
        </>
      ) : (
        <Alert p="xs">The engine enforces this limit and doesn’t report its usage here.</Alert>
      )}
      <LimitChanges workspaceId={workspaceId} changes={changes} amount={amount} />
    </div>
  )
}

/** The last week by day and hour, which shows when to expect how much. */
function Week({ workspaceId, limit }: { workspaceId: string; limit: LimitName }) {
  const { data } = useQuery(weekUsageQuery(workspaceId, limit))
  const points = data?.response.limits[limit]?.points
  const steps = useMemo(
    () => (data === undefined ? [] : stepsOf(data.response, points ?? [])),
    [data, points],
  )
  return steps.length === 0 ? null : <UsageHeatMap steps={steps} />
}

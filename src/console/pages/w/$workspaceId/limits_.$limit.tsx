import { Alert, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { isLimitName, limitFacts, type LimitName } from '../../../../contract/limits'
import {
  usageSpanNames,
  usageSpans,
  type UsagePoint,
  type UsageSpan,
} from '../../../../contract/usage'
import type { Workspace } from '../../../../contract/workspaces'
import { toApiError } from '../../../api/api-error'
import { useLimitEvents } from '../../../api/history'
import { usageQuery } from '../../../api/usage'
import { extensionsQuery, workspaceQuery } from '../../../api/workspaces'
import { ErrorAlert } from '../../../layout/error-alert'
import { LinkAnchor } from '../../../ui/link-anchor'
import { formatDateTime } from '../../../ui/format-date'
import { LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/new-version'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import type { Column } from '../../../table/columns'
import { userLocale } from '../../../ui/locale'
import { formatWithUnit } from '../../../ui/quantity'
import { RecordTable } from '../../../table/record-table'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { changesOfLimit, limitsAt, type LimitChange } from './-limits/limit-history'
import { stepsOf } from './-limits/steps'
import { UsageHeatMap } from './-limits/usage-heat-map'
import { limitRows } from '../../../forms/limit-rows'

/** A week by hour changes slowly. */
const weekRefreshMilliseconds = 60_000

const UsageChart = lazyPart(() => import('./-limits/usage-chart'))

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
  const { span = 'hour' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: record } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { label, description, alertType } = limitFacts(limit)
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
            value={span}
            data={usageSpanNames.map((value) => ({ value, label: usageSpans[value].label }))}
            onChange={(value) =>
              void navigate({
                search: (before) => ({
                  ...before,
                  span: usageSpanNames.find((name) => name === value),
                }),
                replace: true,
              })
            }
          />
        }
      >
        {description} <span className="mono">{limit}</span>
      </PageHeader>
      <Group gap="lg" mb="sm" style={{ rowGap: 0 }}>
        <Text fz="sm">
          Effective: <b>{amount(row?.effective)}</b>{' '}
          <Text span c="dimmed" fz="sm">
            ({row?.layer})
          </Text>
        </Text>
        <Text fz="sm">
          Operator: <b>{amount(row?.override)}</b>
        </Text>
        <Text fz="sm">
          Workspace: <b>{amount(row?.value)}</b>
        </Text>
        <Text fz="sm">
          Default: <b>{amount(row?.defaultValue)}</b>
        </Text>
        <LinkAnchor
          to="/w/$workspaceId/limits"
          params={{ workspaceId }}
          search={{ focus: limit }}
          fz="sm"
        >
          Change the limit
        </LinkAnchor>
        {alertType !== undefined && (
          <LinkAnchor
            to="/w/$workspaceId/alerts"
            params={{ workspaceId }}
            search={{ focus: alertType }}
            fz="sm"
          >
            Alert delivery
          </LinkAnchor>
        )}
      </Group>
      {row?.isEnforced === true ? (
        <>
          <Usage workspace={record.response} limit={limit} span={span} changes={changes} />
          {limitFacts(limit).window !== undefined && (
            <Week workspaceId={workspaceId} limit={limit} />
          )}
        </>
      ) : (
        <Alert p="xs">The engine enforces this limit and doesn’t report its usage here.</Alert>
      )}
      <Changes workspaceId={workspaceId} changes={changes} amount={amount} />
    </div>
  )
}

/** Lists the changes of the limit, newest first. */
function Changes({
  workspaceId,
  changes,
  amount,
}: {
  workspaceId: string
  changes: readonly LimitChange[]
  amount: (value: number | undefined) => string
}) {
  if (changes.length === 0) return null
  return (
    <section aria-label="Changes of this limit">
      <Title order={2} mt="md" mb={4}>
        Changes
      </Title>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {changes.map(({ event, layer, before, after }) => (
          <li key={`${event.id} ${layer}`}>
            <Text span fz="sm" c="dimmed" className="figures">
              {formatDateTime(event.createdAt)}{' '}
            </Text>
            <Text span fz="sm">
              <b>{event.actor.name}</b> set the {layer} value:{' '}
              <LinkAnchor
                to="/w/$workspaceId/history"
                params={{ workspaceId }}
                search={{ id: event.id }}
                fz="sm"
                underline="always"
              >
                {amount(before)} → {amount(after)}
              </LinkAnchor>
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last week by day and hour, which shows when to expect how much. */
function Week({ workspaceId, limit }: { workspaceId: string; limit: LimitName }) {
  const { data } = useQuery({
    ...usageQuery(workspaceId, 'week', limit),
    refetchInterval: weekRefreshMilliseconds,
  })
  const points = data?.response.limits[limit]?.points
  const steps = useMemo(
    () => (data === undefined ? [] : stepsOf(data.response, points ?? [])),
    [data, points],
  )
  return steps.length === 0 ? null : <UsageHeatMap steps={steps} />
}

function Usage({
  workspace,
  limit,
  span,
  changes,
}: {
  workspace: Workspace
  limit: LimitName
  span: UsageSpan
  /** The changes of the limit, newest first. */
  changes: readonly LimitChange[]
}) {
  const { data, error, refetch } = useQuery({
    ...usageQuery(workspace.id, span, limit),
    placeholderData: (before) => before,
  })
  if (error !== null && data === undefined)
    return <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />
  const usage = data?.response.limits[limit]
  if (data === undefined || usage === undefined)
    return <Skeleton height={320} role="status" aria-label="Loading" />
  const { unit } = limitFacts(limit)
  const steps = stepsOf(data.response, usage.points)
  const limits = limitsAt(
    // If a limit changed within a step, its value at the end is drawn.
    steps.map(({ start }) => start + data.response.stepSeconds * 1000 - 1),
    workspace,
    limit,
    changes,
  )
  const sum = (of: 'used' | 'refused') =>
    formatWithUnit(
      usage.points.reduce((total, point) => total + point[of], 0),
      unit,
      userLocale,
    )
  return (
    <>
      <Group gap="lg" mb="xs" style={{ rowGap: 0 }}>
        <Text fz="sm">
          In use now: <b>{formatWithUnit(usage.level, unit, userLocale)}</b>
        </Text>
        <Text fz="sm">
          Accepted: <b>{sum('used')}</b>
        </Text>
        <Text fz="sm">
          Refused: <b>{sum('refused')}</b>
        </Text>
        <Text fz="sm">
          Peak:{' '}
          <b>
            {formatWithUnit(Math.max(0, ...usage.points.map(({ peak }) => peak)), unit, userLocale)}
          </b>
        </Text>
      </Group>
      <section
        className="panel"
        style={{ padding: 'var(--mantine-spacing-sm)' }}
        aria-label="Usage over time"
      >
        <LoadedPart
          loading={<Skeleton height={320} />}
          failed={
            <Text fz="sm">The chart can’t be loaded. The table below has the same numbers.</Text>
          }
        >
          <UsageChart steps={steps} limits={limits} isLong={span !== 'hour'} />
        </LoadedPart>
      </section>
      <details style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
        <summary>
          <Text span fz="sm">
            As a table
          </Text>
        </summary>
        {usage.points.length === 0 && (
          <Text fz="sm" c="dimmed" p="xs">
            No usage in this span.
          </Text>
        )}
        {usage.points.length > 0 && <Points points={usage.points} fileName={`${limit}-${span}`} />}
      </details>
    </>
  )
}

interface Step extends UsagePoint {
  id: string
}

const columns: readonly Column<Step>[] = [
  {
    name: 'at',
    label: 'From',
    value: ({ at }) => at,
    cell: ({ at }) => formatDateTime(at),
    width: [12, 2],
  },
  { name: 'used', label: 'Accepted', value: ({ used }) => used, width: [6, 1], isFigure: true },
  {
    name: 'refused',
    label: 'Refused',
    value: ({ refused }) => refused,
    width: [6, 1],
    isFigure: true,
  },
  { name: 'peak', label: 'Peak', value: ({ peak }) => peak, width: [6, 1], isFigure: true },
]

/** The data of the chart as a table, latest first. */
function Points({ points, fileName }: { points: readonly UsagePoint[]; fileName: string }) {
  const { sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const steps = useMemo(
    () => points.map((point) => ({ id: point.at, ...point })).toReversed(),
    [points],
  )
  const table = useTableView('usage', columns)
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <TableMenu view={table} fileName={fileName} readAll={async () => steps} />
      </Group>
      <RecordTable
        label="Usage by time"
        rows={steps}
        view={table}
        sort={sort}
        onSort={(next) =>
          void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })
        }
      />
    </>
  )
}

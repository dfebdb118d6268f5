import { Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlertsOfType } from '@/console/api/alerts'
import { usageQuery } from '@/console/api/usage'
import { ErrorAlert } from '@/console/layout/error-alert'
import { Details } from '@/console/ui/details'
import { formatDateTime } from '@/console/ui/format/format-date'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { StatList } from '@/console/ui/stat-list'
import { alertTypeOf } from '@/contract/alerts'
import { limitFacts, type LimitName } from '@/contract/limits'
import {
  usageSpanNames,
  usageSpans,
  type LimitUsage as Usage,
  type UsageSpan,
} from '@/contract/usage'
import type { Workspace } from '@/contract/workspaces'
import { chartMarks } from './chart-marks'
import { limitsAt, type LimitChange } from './limit-history'
import { stepsOf } from './steps'
import { UsageTable } from './usage-table'

const UsageChart = lazyPart(() => import('./usage-chart'))

interface LimitUsageProps {
  workspace: Workspace
  limit: LimitName
  span: UsageSpan
  onSpan: (span: UsageSpan) => void
  /** The changes of the limit, newest first. */
  changes: readonly LimitChange[]
  /** The order of the table. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The usage of a limit over a span that the user chooses. */
export function LimitUsage({ onSpan, ...usage }: LimitUsageProps) {
  // The table is not there while another span is read.
  const [isTableOpen, setTableOpen] = useState(false)
  return (
    <section aria-label="Usage">
      <Group justify="space-between" mt="lg" mb="xs" gap="xs">
        <Title order={2}>Usage</Title>
        <SegmentedControl
          aria-label="Span"
          size="xs"
          maw="100%"
          value={usage.span}
          data={usageSpanNames.map((value) => ({ value, label: usageSpans[value].label }))}
          onChange={onSpan}
        />
      </Group>
      <UsageOfSpan {...usage} isTableOpen={isTableOpen} onToggleTable={setTableOpen} />
    </section>
  )
}

interface UsageOfSpanProps extends Omit<LimitUsageProps, 'onSpan'> {
  isTableOpen: boolean
  onToggleTable: (isOpen: boolean) => void
}

/** Totals, chart and table. */
function UsageOfSpan({
  workspace,
  limit,
  span,
  changes,
  sort,
  onSort,
  isTableOpen,
  onToggleTable,
}: UsageOfSpanProps) {
  const { data, error, refetch } = useQuery(usageQuery(workspace.id, span, limit))
  const alerts = useAlertsOfType(workspace.id, alertTypeOf(limit))
  if (error !== null && data === undefined) return <ErrorAlert error={error} onRetry={refetch} />
  const usage = data?.response.limits[limit]
  if (data === undefined || usage === undefined)
    return <Skeleton height={460} role="status" aria-label="Loading" />
  const { unit } = limitFacts(limit)
  const amount = (value: number | undefined) => formatAmount(value, unit)
  const steps = stepsOf(data.response, usage.points)
  const limits = limitsAt(
    // If a limit changed within a step, its value at the end is drawn.
    steps.map(({ start }) => start + data.response.stepSeconds * 1000 - 1),
    workspace,
    limit,
    changes,
  )
  const marks = chartMarks(steps, changes, alerts, amount)
  return (
    <>
      <Text fz="xs" c="dimmed" mb="xs">
        Since {formatDateTime(data.response.from)}
      </Text>
      <section className="panel" aria-label="Usage over time">
        <UsageTotals usage={usage} amount={amount} />
        <LoadedPart
          loading={<Skeleton height={320} />}
          failed={
            <Text fz="sm">The chart can’t be loaded. The table below has the same numbers.</Text>
          }
        >
          <UsageChart steps={steps} limits={limits} marks={marks} span={span} />
        </LoadedPart>
      </section>
      <Details
        style={{ marginTop: 'var(--mantine-spacing-sm)' }}
        isInitiallyOpen={isTableOpen}
        onToggle={onToggleTable}
        summary={
          <Text span fz="sm">
            As a table
          </Text>
        }
      >
        <UsageTable
          steps={steps}
          marks={marks}
          fileName={`${limit}-${span}`}
          sort={sort}
          onSort={onSort}
        />
      </Details>
    </>
  )
}

interface UsageTotalsProps {
  usage: Usage
  amount: (value: number) => string
}

function UsageTotals({ usage: { level, points }, amount }: UsageTotalsProps) {
  const sum = (count: 'used' | 'refused') =>
    points.reduce((total, point) => total + point[count], 0)
  return (
    <StatList
      stats={[
        { label: 'In use now', value: amount(level) },
        { label: 'Peak', value: amount(Math.max(0, ...points.map(({ peak }) => peak))) },
        { label: 'Accepted', value: amount(sum('used')) },
        {
          label: 'Refused',
          value: amount(sum('refused')),
          look: sum('refused') > 0 ? 'problem' : undefined,
        },
      ]}
    />
  )
}

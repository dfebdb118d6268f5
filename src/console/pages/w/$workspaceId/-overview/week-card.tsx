import { Group, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { recentAlertsQuery } from '@/console/api/alerts'
import { usageQuery } from '@/console/api/usage'
import { serverTime } from '@/console/browser/server-time'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import { formatWeekday } from '@/console/ui/format/format-date'
import { plural } from '@/console/ui/format/plural'
import { LinkAnchor } from '@/console/ui/link-anchor'
import type { LimitName } from '@/contract/limits'
import { OverviewCard } from './overview-card'
import { weekOf, type WeekDay } from './week'
import classes from './week-card.module.css'

/** Each counts its own refusals, so that one request may be refused by several. */
const refusingLimits: readonly LimitName[] = [
  'apiRequestsPerSecond',
  'apiRequestsPerHour',
  'parallelApiRequests',
  'apiRequestsPerTenantPerSecond',
  'apiRequestsPerTenantPerHour',
  'parallelApiRequestsPerTenant',
]

/** Requests, refusals and alerts of the last seven days. */
export function WeekCard({ workspaceId }: { workspaceId: string }) {
  const usage = useQuery(usageQuery(workspaceId, 'week'))
  const alerts = useQuery(recentAlertsQuery(workspaceId))
  const failed = [usage, alerts].find(({ data, error }) => data === undefined && error !== null)
  const read = usage.data?.response
  const limits = read?.limits
  const days =
    read &&
    alerts.data &&
    weekOf({
      now: Date.parse(read.to),
      accepted: limits?.['apiRequestsPerSecond']?.points ?? [],
      refused: refusingLimits.flatMap((limit) => limits?.[limit]?.points ?? []),
      alertTimes: alerts.data.response.items.map(({ createdAt }) => createdAt),
    })
  const [firstDay] = days ?? []
  const oldest = alerts.data?.response.items.at(-1)?.createdAt
  // The newest alerts are read: if all are of this week, there can be more of them.
  const hasMoreAlerts =
    alerts.data?.response.cursor !== undefined &&
    oldest !== undefined &&
    firstDay !== undefined &&
    Date.parse(oldest) >= firstDay.start
  return (
    <OverviewCard
      title="Last 7 days"
      action={
        <LinkAnchor
          to="/w/$workspaceId/limits/$limit"
          params={{ workspaceId, limit: 'apiRequestsPerSecond' }}
          search={{ span: 'week' }}
          fz="sm"
        >
          API requests
        </LinkAnchor>
      }
    >
      {failed !== undefined ? (
        <ErrorAlert error={failed.error} onRetry={failed.refetch} />
      ) : days === undefined ? (
        weekSkeleton
      ) : (
        <>
          <Totals days={days} hasMoreAlerts={hasMoreAlerts} />
          <Days days={days} />
        </>
      )}
    </OverviewCard>
  )
}

/** Takes the place of a usual week. */
function WeekSkeleton() {
  const [now] = useState(serverTime)
  const days = weekOf({ now, accepted: [], refused: [], alertTimes: [] })
  return (
    <Skeleton role="status" aria-label="Loading">
      <div aria-hidden>
        <Totals
          days={days.map((day) => ({ ...day, accepted: 150_000, refused: 200, alerts: 1 }))}
        />
        <Days days={days} />
      </div>
    </Skeleton>
  )
}

// The same element each time, so that it does not render again with each response.
const weekSkeleton = <WeekSkeleton />

interface TotalsProps {
  days: readonly WeekDay[]
  /** Whether there can be more alerts than were counted. */
  hasMoreAlerts?: boolean
}

function Totals({ days, hasMoreAlerts = false }: TotalsProps) {
  const sum = (count: 'accepted' | 'refused' | 'alerts') =>
    days.reduce((total, day) => total + day[count], 0)
  const [refused, alerts] = [sum('refused'), sum('alerts')]
  return (
    <Group gap="lg" style={{ rowGap: 0 }}>
      <Figure label="accepted">{formatCount(sum('accepted'))}</Figure>
      <Figure label={`${plural(refused, 'refusal')} by limits`} isProblem={refused > 0}>
        {formatCount(refused)}
      </Figure>
      <Figure label={`${plural(alerts, 'alert')} raised`}>
        {formatCount(alerts)}
        {hasMoreAlerts && '+'}
      </Figure>
    </Group>
  )
}

interface FigureProps {
  label: string
  isProblem?: boolean
  children: ReactNode
}

function Figure({ label, isProblem = false, children }: FigureProps) {
  return (
    <Text fz="xs" className="figures" {...(isProblem ? { c: 'var(--sb-danger-text)' } : {})}>
      <b className={classes['figure']}>{children}</b> {label}
    </Text>
  )
}

function describe({ start, accepted, refused, alerts }: WeekDay): string {
  const raised = alerts === 0 ? '' : `, ${countOf(alerts, 'alert')} raised`
  return (
    `${formatWeekday(start)}: ${countOf(accepted, 'request')} accepted, ` +
    `${countOf(refused, 'refusal')} by limits${raised}`
  )
}

/** A bar for each day, stacked of accepted requests and refusals. */
function Days({ days }: { days: readonly WeekDay[] }) {
  const highest = Math.max(1, ...days.map(({ accepted, refused }) => accepted + refused))
  const height = (value: number) => `${(value / highest) * 100}%`
  return (
    <ol className={classes['days']} aria-label="API requests by day">
      {days.map((day) => (
        <li key={day.start} className={classes['day']} title={describe(day)}>
          <VisuallyHidden>{describe(day)}</VisuallyHidden>
          <div className={classes['bar']} aria-hidden>
            <div className={classes['refused']} style={{ height: height(day.refused) }} />
            <div className={classes['accepted']} style={{ height: height(day.accepted) }} />
          </div>
          <Text
            className={classes['label']}
            fz="xs"
            c={day.alerts > 0 ? 'var(--sb-danger-text)' : 'dimmed'}
            aria-hidden
          >
            {formatWeekday(day.start)}
          </Text>
        </li>
      ))}
    </ol>
  )
}

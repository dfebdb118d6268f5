import { Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { tenantUsageQuery } from '@/console/api/usage'
import { UsageBar } from '@/console/grids/usage-bar'
import { ErrorAlert } from '@/console/layout/error-alert'
import type { Column } from '@/console/table/columns'
import { RecordTable } from '@/console/table/record-table'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import { formatCount } from '@/console/ui/format/format-count'
import { formatDayAndHour } from '@/console/ui/format/format-date'
import { isNear, type LimitName } from '@/contract/limits'
import { maxBusiestTenants, type TenantUsage, type UsageSpan } from '@/contract/usage'
import classes from './busiest-tenants.module.css'

/** The effective limit, and the percentage of it from which usage is near. */
interface Bounds {
  max: number | undefined
  nearPercent: number | undefined
}

/** Returns how serious a tenant's peak is, by the rule of alerts. */
function severityOf({ peak, refused }: TenantUsage, { max, nearPercent }: Bounds) {
  if (refused > 0) return 'critical'
  return max !== undefined && isNear(peak, max, nearPercent) ? 'warning' : undefined
}

/** Returns the columns of the table, with peaks shown against the limit. */
function columnsFor(bounds: Bounds): readonly Column<TenantUsage>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      value: ({ name, key }) => name ?? key,
      width: [9, 3],
    },
    {
      name: 'key',
      label: 'Key',
      value: ({ key }) => key,
      cell: ({ key }) => <span className="mono">{key}</span>,
      width: [9, 3],
    },
    {
      name: 'peak',
      label: 'Peak',
      value: ({ peak }) => peak,
      cell: (usage) => (
        <span className={classes['peak']}>
          <UsageBar
            level={usage.peak}
            limit={bounds.max}
            severity={severityOf(usage, bounds)}
            className={classes['bar']}
          />
          <span className={classes['level']}>{formatCount(usage.peak)}</span>
        </span>
      ),
      isFigure: true,
      width: [9, 2],
    },
    {
      name: 'used',
      label: 'Accepted',
      value: ({ used }) => used,
      cell: ({ used }) => formatCount(used),
      isFigure: true,
      width: [6, 1],
    },
    {
      name: 'refused',
      label: 'Refused',
      value: ({ refused }) => refused,
      cell: ({ refused }) => (
        <Text span inherit c={refused > 0 ? 'var(--sb-danger-text)' : 'inherit'}>
          {formatCount(refused)}
        </Text>
      ),
      isFigure: true,
      width: [6, 1],
    },
  ]
}

interface BusiestTenantsProps extends Bounds {
  workspaceId: string
  limit: LimitName
  span: UsageSpan
  /** The order of the table. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The tenants that use most of a limit in the span of the chart. */
export function BusiestTenants({ workspaceId, limit, span, ...table }: BusiestTenantsProps) {
  const { data, error, refetch } = useQuery(tenantUsageQuery(workspaceId, span, limit))
  return (
    <section aria-label="Busiest tenants">
      <Title order={2} mt="lg" mb="xs">
        Busiest tenants
      </Title>
      {data !== undefined ? (
        <TenantTable
          items={data.response.items}
          since={data.response.from}
          fileName={`${limit}-tenants-${span}`}
          {...table}
        />
      ) : error !== null ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading" />
      )}
    </section>
  )
}

interface TenantTableProps extends Bounds, Pick<BusiestTenantsProps, 'sort' | 'onSort'> {
  items: readonly TenantUsage[]
  since: string
  fileName: string
}

function TenantTable({ items, since, fileName, max, nearPercent, sort, onSort }: TenantTableProps) {
  const columns = useMemo(() => columnsFor({ max, nearPercent }), [max, nearPercent])
  const view = useTableView('tenant-usage', columns)
  const start = formatDayAndHour(Date.parse(since))
  if (items.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        No tenant has made a request since {start}.
      </Text>
    )
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text fz="sm" c="dimmed">
          Since {start}: usage of tenants is kept by the hour.
          {items.length === maxBusiestTenants && ` The ${maxBusiestTenants} with the highest peak.`}
        </Text>
        <TableMenu view={view} fileName={fileName} readAll={async () => items} />
      </Group>
      <RecordTable
        label="Busiest tenants"
        rows={items}
        view={view}
        sort={sort}
        onSort={onSort}
        wraps
      />
    </>
  )
}

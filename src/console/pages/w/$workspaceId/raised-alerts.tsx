import { Button, Group, Select, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import {
  alertSeverities,
  alertStatuses,
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertType,
} from '../../../../contract/alerts'
import { alertsQuery, fetchAllAlerts, mutesQuery, pageSize } from '../../../api/alerts'
import { toApiError } from '../../../api/api-error'
import { ErrorAlert } from '../../../layout/error-alert'
import { formatDateTime } from '../../../ui/format-date'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { useTokenFacts } from '../../../session/use-session'
import { pageSizeFor } from '../../../table/columns'
import { RecordTable } from '../../../table/record-table'
import { SortNote } from '../../../table/sort-note'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { IconBellCheck } from '../../../ui/icons.gen'
import { alertColumns } from './-raised-alerts/alert-columns'
import { MuteMenu } from './-raised-alerts/mute-menu'

export const Route = createFileRoute('/w/$workspaceId/raised-alerts')({
  validateSearch: z.object({
    status: z.enum(alertStatuses).optional().catch(undefined),
    severity: z.enum(alertSeverities).optional().catch(undefined),
    type: z.enum(alertTypeNames).optional().catch(undefined),
    sort: z.string().optional().catch(undefined),
  }),
  component: RaisedAlertsPage,
})

/** What was raised, newest first: what goes on, and what has passed. */
function RaisedAlertsPage() {
  const { workspaceId } = Route.useParams()
  const { sort, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const role = useTokenFacts()?.role
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...alertsQuery(workspaceId, filter, pageSizeFor(sort, pageSize)),
    placeholderData: (before) => before,
  })
  const { data: mutes } = useQuery(mutesQuery(workspaceId))
  const alerts = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const mutedUntil = new Map(
    mutes?.response.items.map(({ type, mutedUntil: until }) => [type, until]),
  )
  const mayManage = role === 'admin' || role === 'operator'
  const columns = useMemo(() => alertColumns(workspaceId, mayManage), [workspaceId, mayManage])
  const table = useTableView('raised-alerts', columns)
  const narrow = (search: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const isFiltered =
    filter.status !== undefined || filter.severity !== undefined || filter.type !== undefined

  return (
    <div className="page-wide page-fitted">
      <PageHeader title="Raised alerts">
        What came close to a limit, and what was refused. An alert ends when the quantity has stayed
        low for a minute.
      </PageHeader>
      <Group gap="xs" mb="sm" className="filters">
        <SegmentedControl
          aria-label="Status"
          size="xs"
          value={filter.status ?? 'all'}
          data={[
            { value: 'all', label: 'All' },
            { value: 'ongoing', label: 'Ongoing' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          onChange={(value) => narrow({ status: alertStatuses.find((status) => status === value) })}
        />
        <Select
          aria-label="Severity"
          placeholder="Any severity"
          clearable
          clearButtonProps={{ 'aria-label': 'Any severity' }}
          w={150}
          data={[
            { value: 'critical', label: 'Critical' },
            { value: 'warning', label: 'Warning' },
          ]}
          value={filter.severity ?? null}
          onChange={(value) =>
            narrow({ severity: alertSeverities.find((severity) => severity === value) })
          }
        />
        <Select
          aria-label="Alert type"
          placeholder="Any type"
          clearable
          clearButtonProps={{ 'aria-label': 'Any type' }}
          searchable
          w={260}
          data={alertTypeNames.map((value) => ({ value, label: alertTypeFacts(value).label }))}
          value={filter.type ?? null}
          onChange={(value) => narrow({ type: alertTypeNames.find((name) => name === value) })}
        />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
          {data === undefined
            ? ''
            : `${alerts.length}${hasNextPage ? '+' : ''} ${alerts.length === 1 ? 'alert' : 'alerts'}`}
        </Text>
        <TableMenu
          view={table}
          fileName="raised-alerts"
          readAll={() => fetchAllAlerts(workspaceId, filter)}
        />
      </Group>
      {error !== null && <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {data !== undefined && alerts.length === 0 && (
        <EmptyState
          icon={<IconBellCheck />}
          title={isFiltered ? 'No alert passes these filters' : 'Nothing was raised'}
        >
          {isFiltered ? undefined : 'No limit that is enforced here came near in this workspace.'}
        </EmptyState>
      )}
      <SortNote sort={sort} hasMore={hasNextPage} />
      {alerts.length > 0 && (
        <RecordTable
          label="Raised alerts"
          rows={alerts}
          view={table}
          sort={sort}
          onSort={(next) => narrow({ sort: next })}
          wraps
          renderActions={
            mayManage
              ? ({ type }) =>
                  isAlertType(type) && (
                    <Mute workspaceId={workspaceId} type={type} mutedUntil={mutedUntil.get(type)} />
                  )
              : undefined
          }
        />
      )}
      {hasNextPage && sort === undefined && (
        <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Mute({
  workspaceId,
  type,
  mutedUntil,
}: {
  workspaceId: string
  type: AlertType
  mutedUntil: string | undefined
}) {
  return (
    <>
      {mutedUntil !== undefined && (
        <Text fz="xs" c="dimmed">
          until {formatDateTime(mutedUntil)}
        </Text>
      )}
      <MuteMenu workspaceId={workspaceId} type={type} mutedUntil={mutedUntil} />
    </>
  )
}

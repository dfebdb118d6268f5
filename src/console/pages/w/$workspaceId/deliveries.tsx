import { Alert, Button, Chip, Group, Select, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { deliveryStatuses } from '../../../../contract/deliveries'
import { retentionDays } from '../../../../contract/retention'
import { webhookEventNames } from '../../../../contract/webhooks'
import { toApiError } from '../../../api/api-error'
import { deliveriesQuery, fetchAllDeliveries, pageSize, webhookQuery } from '../../../api/webhooks'
import { ErrorAlert } from '../../../layout/error-alert'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { formatDateTime } from '../../../ui/format-date'
import { pageSizeFor } from '../../../table/columns'
import { RecordTable } from '../../../table/record-table'
import { SortNote } from '../../../table/sort-note'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { IconSend } from '../../../ui/icons.gen'
import { deliveryColumns } from './-deliveries/delivery-columns'
import { DeliveryDrawer } from './-deliveries/delivery-drawer'
import { RecoverMenu } from './-deliveries/recover-menu'

export const Route = createFileRoute('/w/$workspaceId/deliveries')({
  validateSearch: z.object({
    status: z.enum(deliveryStatuses).optional().catch(undefined),
    eventType: z.string().optional().catch(undefined),
    alertId: z.uuid().optional().catch(undefined),
    sort: z.string().optional().catch(undefined),
    id: z.uuid().optional().catch(undefined),
  }),
  component: DeliveriesPage,
})

/** What was sent to the webhook address, and what is still to be sent. */
function DeliveriesPage() {
  const { workspaceId } = Route.useParams()
  const { id, sort, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...deliveriesQuery(workspaceId, filter, pageSizeFor(sort, pageSize)),
    placeholderData: (before) => before,
  })
  const { data: webhook } = useQuery(webhookQuery(workspaceId))
  const state = webhook?.response
  const deliveries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const table = useTableView('deliveries', deliveryColumns)
  const narrow = (search: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const isFiltered =
    filter.status !== undefined || filter.eventType !== undefined || filter.alertId !== undefined

  return (
    <div className="page-wide page-fitted">
      <PageHeader
        title="Deliveries"
        actions={state?.uri !== undefined && <RecoverMenu workspaceId={workspaceId} />}
      >
        {state?.uri === undefined ? (
          <>
            Nothing is sent: there is{' '}
            <LinkAnchor
              to="/w/$workspaceId/settings"
              params={{ workspaceId }}
              hash="webhookUri"
              fz="sm"
              underline="always"
            >
              no webhook URI
            </LinkAnchor>
            .
          </>
        ) : (
          <>
            What is sent to <span className="mono">{state.uri}</span>, at least once, signed. Kept
            for {retentionDays} days.
          </>
        )}
      </PageHeader>
      {state?.disabledAt !== undefined && (
        <Alert color="danger" mb="sm" title="The webhook is switched off">
          Nothing is sent since {formatDateTime(state.disabledAt)}: the address failed for five
          days, or said that it is gone. What happens meanwhile is kept.{' '}
          <LinkAnchor
            to="/w/$workspaceId/settings"
            params={{ workspaceId }}
            hash="webhookUri"
            fz="sm"
            underline="always"
          >
            Try the address or save another
          </LinkAnchor>
          , then recover what was missed.
        </Alert>
      )}
      {state?.disabledAt === undefined && state?.failingSince !== undefined && (
        <Alert color="caution" mb="sm">
          The address has been failing since {formatDateTime(state.failingSince)}. It is tried
          again; after five days it is switched off.
        </Alert>
      )}
      <Group gap="xs" mb="sm" className="filters">
        <SegmentedControl
          aria-label="Status"
          size="xs"
          value={filter.status ?? 'all'}
          data={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
            { value: 'stopped', label: 'Stopped' },
          ]}
          onChange={(value) =>
            narrow({ status: deliveryStatuses.find((status) => status === value) })
          }
        />
        <Select
          aria-label="Event"
          placeholder="Any event"
          clearable
          clearButtonProps={{ 'aria-label': 'Any event' }}
          searchable
          w={220}
          data={webhookEventNames}
          value={filter.eventType ?? null}
          onChange={(value) => narrow({ eventType: value ?? undefined })}
        />
        {filter.alertId !== undefined && (
          <Chip size="xs" checked onChange={() => narrow({ alertId: undefined })}>
            Of one alert
          </Chip>
        )}
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
          {data === undefined
            ? ''
            : `${deliveries.length}${hasNextPage ? '+' : ''} ${deliveries.length === 1 ? 'delivery' : 'deliveries'}`}
        </Text>
        <TableMenu
          view={table}
          fileName="deliveries"
          readAll={() => fetchAllDeliveries(workspaceId, filter)}
        />
      </Group>
      {error !== null && <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {data !== undefined && deliveries.length === 0 && (
        <EmptyState
          icon={<IconSend />}
          title={isFiltered ? 'No delivery passes these filters' : 'Nothing was sent yet'}
        >
          {isFiltered
            ? undefined
            : 'Events that the workspace has chosen, and alerts that its matrix sends by webhook, appear here.'}
        </EmptyState>
      )}
      <SortNote sort={sort} hasMore={hasNextPage} />
      {deliveries.length > 0 && (
        <RecordTable
          label="Deliveries"
          rows={deliveries}
          view={table}
          sort={sort}
          onSort={(next) => narrow({ sort: next })}
        />
      )}
      {hasNextPage && sort === undefined && (
        <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {id !== undefined && (
        <DeliveryDrawer
          workspaceId={workspaceId}
          id={id}
          onClose={() => narrow({ id: undefined })}
        />
      )}
    </div>
  )
}

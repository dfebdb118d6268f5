import { Alert, Chip, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { deliveryStatuses, type Delivery, type WebhookState } from '../../../../contract/deliveries'
import { webhookEventNames } from '../../../../contract/webhooks'
import { prefetchRows } from '../../../api/queries'
import {
  deliveriesList,
  fetchAllDeliveries,
  pageSize,
  webhookQuery,
  type DeliveryFilter,
} from '../../../api/webhooks'
import { extensionsQuery } from '../../../api/workspaces'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { formatDateTime } from '../../../ui/format-date'
import { pageSizeFor } from '../../../table/columns'
import { FilterSegments } from '../../../table/filter-segments'
import { FilterSelect } from '../../../table/filter-select'
import { ListPage } from '../../../table/list-page'
import { RecordTable } from '../../../table/record-table'
import { SortNote } from '../../../table/sort-note'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { useListPage } from '../../../table/use-list-page'
import { plural } from '../../../ui/plural'
import { userLocale } from '../../../ui/locale'
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
  loaderDeps: ({ search: { id: _open, sort, ...filter } }) => ({ sort, filter }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { sort, filter } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(webhookQuery(workspaceId))
    const { pages } = deliveriesList(workspaceId, filter, pageSizeFor(sort, pageSize))
    prefetchRows(queryClient, pages)
  },
  component: DeliveriesPage,
})

const statusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Stopped' },
] as const
const eventOptions = webhookEventNames.map((value) => ({ value, label: value }))

/** Webhook deliveries, sent and pending. */
function DeliveriesPage() {
  const { workspaceId } = Route.useParams()
  const { id, sort, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useListPage(deliveriesList(workspaceId, filter, pageSizeFor(sort, pageSize)))
  const { data: webhook } = useQuery(webhookQuery(workspaceId))
  const state = webhook?.response
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
        <Destination workspaceId={workspaceId} webhook={state} />
      </PageHeader>
      <FailureNotice workspaceId={workspaceId} webhook={state} />
      <ListPage
        list={list}
        nouns={['delivery', 'deliveries']}
        isFiltered={isFiltered}
        filters={<DeliveryFilters filter={filter} onFilter={narrow} />}
        menu={
          <TableMenu
            view={table}
            fileName="deliveries"
            readAll={() => fetchAllDeliveries(workspaceId, filter)}
          />
        }
        empty={{
          icon: <IconSend />,
          title: 'Nothing sent yet',
          text: 'Selected events, and alerts that are delivered by webhook, appear here.',
        }}
        notes={
          <>
            <SuccessRate deliveries={list.rows} />
            <SortNote sort={sort} hasMore={list.hasMore} />
          </>
        }
        canLoadMore={sort === undefined}
      >
        <RecordTable
          label="Deliveries"
          rows={list.rows}
          view={table}
          sort={sort}
          onSort={(next) => narrow({ sort: next })}
        />
      </ListPage>
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

interface WebhookProps {
  workspaceId: string
  /** Undefined until it is loaded. */
  webhook: WebhookState | undefined
}

/** Where webhooks are sent, if anywhere. */
function Destination({ workspaceId, webhook }: WebhookProps) {
  return webhook?.uri === undefined ? (
    <>
      Nothing is sent: the workspace has{' '}
      <WebhookUriLink workspaceId={workspaceId}>no webhook URI</WebhookUriLink>.
    </>
  ) : (
    <>
      Sent to <span className="mono">{webhook.uri}</span> at least once, signed. Kept for{' '}
      {webhook.retentionDays} {plural(webhook.retentionDays, 'day')}.
    </>
  )
}

/** Warns about a webhook that is disabled or has been failing. */
function FailureNotice({ workspaceId, webhook }: WebhookProps) {
  if (webhook?.disabledAt !== undefined)
    return (
      <Alert color="danger" mb="sm" title="The webhook is disabled">
        Nothing has been sent since {formatDateTime(webhook.disabledAt)}: the address failed for
        five days, or responded that it is gone. Events are kept meanwhile.{' '}
        <WebhookUriLink workspaceId={workspaceId}>Test the address or save another</WebhookUriLink>,
        then recover what was missed.
      </Alert>
    )
  if (webhook?.failingSince === undefined) return null
  return (
    <Alert color="caution" mb="sm">
      Deliveries have been failing since {formatDateTime(webhook.failingSince)}. They are retried;
      after five days the webhook is disabled.
    </Alert>
  )
}

function WebhookUriLink({ workspaceId, children }: { workspaceId: string; children: string }) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/settings"
      params={{ workspaceId }}
      hash="webhookUri"
      fz="sm"
      underline="always"
    >
      {children}
    </LinkAnchor>
  )
}

interface DeliveryFiltersProps {
  filter: DeliveryFilter
  onFilter: (filter: DeliveryFilter) => void
}

function DeliveryFilters({ filter, onFilter }: DeliveryFiltersProps) {
  return (
    <>
      <FilterSegments
        label="Status"
        options={statusOptions}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
      />
      <FilterSelect
        label="Event"
        anyLabel="Any event"
        options={eventOptions}
        value={filter.eventType}
        onChange={(eventType) => onFilter({ eventType })}
        width={220}
        searchable
      />
      {filter.alertId !== undefined && (
        <Chip size="xs" checked onChange={() => onFilter({ alertId: undefined })}>
          Of one alert
        </Chip>
      )}
    </>
  )
}

/** The share of the listed deliveries that succeeded; those still pending don’t count. */
function SuccessRate({ deliveries }: { deliveries: readonly Delivery[] }) {
  const finished = deliveries.filter(({ status }) => status === 'delivered' || status === 'failed')
  if (finished.length === 0) return null
  const delivered = finished.filter(({ status }) => status === 'delivered').length
  const share = new Intl.NumberFormat(userLocale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="figures">
      {share.format(delivered / finished.length)} of the last {finished.length} finished{' '}
      {finished.length === 1 ? 'delivery' : 'deliveries'} succeeded.
    </Text>
  )
}

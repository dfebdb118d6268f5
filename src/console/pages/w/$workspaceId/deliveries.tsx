import { Alert, Chip, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { deliveryStatuses, type Delivery } from '../../../../contract/deliveries'
import { webhookEventNames } from '../../../../contract/webhooks'
import { prefetchRows } from '../../../api/queries'
import { deliveriesList, fetchAllDeliveries, pageSize, webhookQuery } from '../../../api/webhooks'
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
        {state?.uri === undefined ? (
          <>
            Nothing is sent: the workspace has{' '}
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
            Sent to <span className="mono">{state.uri}</span> at least once, signed. Kept for{' '}
            {state.retentionDays} {plural(state.retentionDays, 'day')}.
          </>
        )}
      </PageHeader>
      {state?.disabledAt !== undefined && (
        <Alert color="danger" mb="sm" title="The webhook is disabled">
          Nothing has been sent since {formatDateTime(state.disabledAt)}: the address failed for
          five days, or responded that it is gone. Events are kept meanwhile.{' '}
          <LinkAnchor
            to="/w/$workspaceId/settings"
            params={{ workspaceId }}
            hash="webhookUri"
            fz="sm"
            underline="always"
          >
            Test the address or save another
          </LinkAnchor>
          , then recover what was missed.
        </Alert>
      )}
      {state?.disabledAt === undefined && state?.failingSince !== undefined && (
        <Alert color="caution" mb="sm">
          Deliveries have been failing since {formatDateTime(state.failingSince)}. They are retried;
          after five days the webhook is disabled.
        </Alert>
      )}
      <ListPage
        list={list}
        nouns={['delivery', 'deliveries']}
        isFiltered={isFiltered}
        filters={
          <>
            <FilterSegments
              label="Status"
              options={statusOptions}
              value={filter.status}
              onChange={(status) => narrow({ status })}
            />
            <FilterSelect
              label="Event"
              anyLabel="Any event"
              options={eventOptions}
              value={filter.eventType}
              onChange={(eventType) => narrow({ eventType })}
              width={220}
              searchable
            />
            {filter.alertId !== undefined && (
              <Chip size="xs" checked onChange={() => narrow({ alertId: undefined })}>
                Of one alert
              </Chip>
            )}
          </>
        }
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

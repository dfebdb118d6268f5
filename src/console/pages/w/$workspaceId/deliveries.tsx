import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { prefetchRows } from '@/console/api/queries'
import {
  deliveriesList,
  fetchAllDeliveries,
  webhookQuery,
  type DeliveryFilter,
} from '@/console/api/webhooks'
import { extensionsQuery } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { PageHeader } from '@/console/layout/page-header'
import { requireAdmin } from '@/console/layout/require-role'
import { daySchema, isReversed, periodOf, type DayPeriod } from '@/console/table/day-period'
import { ListPage } from '@/console/table/list-page'
import { RecordTable } from '@/console/table/record-table'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import { useListPage } from '@/console/table/use-list-page'
import { IconSend } from '@/console/ui/icons.gen'
import { deliverySortSchema, deliveryStatuses } from '@/contract/deliveries'
import { deliveryColumns } from './-deliveries/delivery-columns'
import { DeliveryDrawer } from './-deliveries/delivery-drawer'
import { DeliveryFilters } from './-deliveries/delivery-filters'
import { RecoverMenu } from './-deliveries/recover-menu'
import { SuccessRate } from './-deliveries/success-rate'
import { Destination, FailureNotice } from './-deliveries/webhook-state'

export const Route = createFileRoute('/w/$workspaceId/deliveries')({
  validateSearch: z.object({
    status: z.enum(deliveryStatuses).optional().catch(undefined),
    eventType: z.string().optional().catch(undefined),
    alertId: z.uuid().optional().catch(undefined),
    from: daySchema,
    to: daySchema,
    sort: deliverySortSchema.optional().catch(undefined),
    id: z.uuid().optional().catch(undefined),
  }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => ({ sort: search.sort, filter: filterOf(search) }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { sort, filter } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(webhookQuery(workspaceId))
    const { pages } = deliveriesList(workspaceId, { ...filter, sort })
    prefetchRows(queryClient, pages)
  },
  component: DeliveriesPage,
})

/** Without the parameters that a link may have for others: the router keeps them. */
const filterOf = ({ status, eventType, alertId, from, to }: DeliveryFilter & DayPeriod) => ({
  status,
  eventType,
  alertId,
  ...periodOf({ from, to }),
})

/** Webhook deliveries, sent and pending. */
function DeliveriesPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { id, sort } = search
  const filter = filterOf(search)
  const navigate = Route.useNavigate()
  const list = useListPage(deliveriesList(workspaceId, { ...filter, sort }))
  const { data: webhook } = useQuery(webhookQuery(workspaceId))
  const state = webhook?.response
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  const table = useTableView('deliveries', deliveryColumns)
  const updateSearch = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })

  return (
    <div className="page-wide page-fitted">
      <PageHeader
        title="Deliveries"
        actions={
          state?.uri !== undefined && (
            <RecoverMenu workspaceId={workspaceId} readOnlyReason={readOnlyReason} />
          )
        }
      >
        <Destination workspaceId={workspaceId} webhook={state} />
      </PageHeader>
      <FailureNotice workspaceId={workspaceId} webhook={state} />
      <ListPage
        list={list}
        nouns={['delivery', 'deliveries']}
        isFiltered={Object.values(filter).some((value) => value !== undefined)}
        onClearFilters={() => void navigate({ search: { id, sort }, replace: true })}
        filters={<DeliveryFilters search={search} onFilter={updateSearch} />}
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
        emptyFiltered={{
          title: isReversed(search) ? 'The From day is after the To day' : undefined,
        }}
        notes={
          filter.status === undefined &&
          filter.to === undefined &&
          sort === undefined && <SuccessRate deliveries={list.rows} />
        }
        canLoadMore={false}
      >
        <RecordTable
          label="Deliveries"
          rows={list.rows}
          view={table}
          sort={sort}
          onSort={(next) => updateSearch({ sort: deliverySortSchema.safeParse(next).data })}
          isSorted
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      </ListPage>
      {id !== undefined && (
        <DeliveryDrawer
          workspaceId={workspaceId}
          id={id}
          readOnlyReason={readOnlyReason}
          onClose={() => updateSearch({ id: undefined })}
        />
      )}
    </div>
  )
}

import { Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import {
  alertsList,
  fetchAllAlerts,
  mutesQuery,
  useActiveAlerts,
  useMutes,
  type AlertFilter,
} from '@/console/api/alerts'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { refuseTenants } from '@/console/layout/require-role'
import { useIsAdmin } from '@/console/session/use-session'
import { ListPage } from '@/console/table/list-page'
import { RecordTable } from '@/console/table/record-table'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import { useListPage } from '@/console/table/use-list-page'
import { IconBellCheck } from '@/console/ui/icons.gen'
import {
  alertSeverities,
  alertSortSchema,
  alertStatuses,
  alertTypeFacts,
  alertTypeNames,
  isAlertType,
  type AlertType,
} from '@/contract/alerts'
import { activeFirst } from './-raised-alerts/active-first'
import { alertColumns } from './-raised-alerts/alert-columns'
import { AlertFilters } from './-raised-alerts/alert-filters'
import { Mute } from './-raised-alerts/mute-menu'

export const Route = createFileRoute('/w/$workspaceId/raised-alerts')({
  validateSearch: z.object({
    status: z.enum(alertStatuses).optional().catch(undefined),
    severity: z.enum(alertSeverities).optional().catch(undefined),
    type: z.enum(alertTypeNames).optional().catch(undefined),
    sort: alertSortSchema.optional().catch(undefined),
  }),
  beforeLoad: refuseTenants,
  loaderDeps: ({ search }) => ({ sort: search.sort, filter: filterOf(search) }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { sort, filter } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(mutesQuery(workspaceId))
    prefetchRows(queryClient, alertsList(workspaceId, { ...filter, sort }).pages)
  },
  component: RaisedAlertsPage,
})

/** Without the parameters that a link may have for others: the router keeps them. */
const filterOf = ({ status, severity, type }: AlertFilter) => ({ status, severity, type })

/** Active alerts, then resolved ones, newest first. */
function RaisedAlertsPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { sort } = search
  const filter = filterOf(search)
  const navigate = Route.useNavigate()
  const list = useListPage(alertsList(workspaceId, { ...filter, sort }))
  const { alerts: active } = useActiveAlerts(workspaceId)
  const rows =
    sort === undefined ? activeFirst(list.rows, list.hasMore ? active : [], filter) : list.rows
  const mutes = useMutes(workspaceId)
  const mayManage = useIsAdmin()
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  const mute = (type: AlertType) => (
    <Mute
      workspaceId={workspaceId}
      type={type}
      mutedUntil={mutes.get(type)}
      readOnlyReason={readOnlyReason}
    />
  )
  const columns = useMemo(() => alertColumns(workspaceId, mayManage), [workspaceId, mayManage])
  const table = useTableView('raised-alerts', columns)
  const updateSearch = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const isFiltered =
    filter.status !== undefined || filter.severity !== undefined || filter.type !== undefined

  return (
    <div className="page-wide page-fitted">
      <PageHeader title="Raised alerts">{introductions['raised-alerts']}</PageHeader>
      <ListPage
        list={list}
        nouns={['alert', 'alerts']}
        isFiltered={isFiltered}
        onClearFilters={() =>
          updateSearch({ status: undefined, severity: undefined, type: undefined })
        }
        filters={<AlertFilters filter={filter} onFilter={updateSearch} />}
        menu={
          <TableMenu
            view={table}
            fileName="raised-alerts"
            readAll={() => fetchAllAlerts(workspaceId, filter)}
          />
        }
        empty={{
          icon: <IconBellCheck />,
          title: 'No alerts yet',
          text: 'An alert appears here when a limit is approached or exceeded.',
        }}
        emptyFiltered={{
          // Where a type has no alerts, no row has its mute.
          text: mayManage && filter.type !== undefined && (
            <Group gap="xs" justify="center">
              {`${alertTypeFacts(filter.type).label}${mutes.has(filter.type) ? ', muted' : ''}`}
              {mute(filter.type)}
            </Group>
          ),
        }}
        canLoadMore={false}
      >
        <RecordTable
          label="Raised alerts"
          rows={rows}
          view={table}
          sort={sort}
          onSort={(next) => updateSearch({ sort: alertSortSchema.safeParse(next).data })}
          isSorted
          hasMore={list.hasMore}
          onMore={list.onMore}
          wraps
          renderActions={mayManage ? ({ type }) => isAlertType(type) && mute(type) : undefined}
        />
      </ListPage>
    </div>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { connectorsQuery, fetchAllConnectors, pageSize } from '@/console/api/connectors'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { pageSizeFor } from '@/console/table/columns'
import { ListPage } from '@/console/table/list-page'
import { RecordTable } from '@/console/table/record-table'
import { SortNote } from '@/console/table/sort-note'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import { useListPage } from '@/console/table/use-list-page'
import { IconPlug, IconPlus } from '@/console/ui/icons.gen'
import { LinkButton } from '@/console/ui/link-button'
import { ConnectorCards } from './-connectors/connector-cards'
import { connectorColumns } from './-connectors/connector-columns'
import { ConnectorFilters, ViewButtons } from './-connectors/connector-filters'
import { connectorSearchSchema, type ConnectorSearch } from './-connectors/connector-search'

export const Route = createFileRoute('/w/$workspaceId/connectors/')({
  validateSearch: connectorSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: search }) => {
    const extensions = await queryClient.ensureQueryData(extensionsQuery)
    prefetchRows(queryClient, listQuery(workspaceId, extensions, search))
  },
  component: ConnectorsPage,
})

function filterOf({ q = '', type, category, readOnly, state = 'active' }: ConnectorSearch) {
  return { search: q, authType: type, category, isReadOnly: readOnly, state }
}

/** Cards come in the order of their names; only the table can be sorted. */
function sortOf({ view, sort }: ConnectorSearch): string | undefined {
  return view === 'table' ? sort : undefined
}

function listQuery(workspaceId: string, extensions: boolean, search: ConnectorSearch) {
  const limit = pageSizeFor(sortOf(search), pageSize)
  return connectorsQuery(workspaceId, extensions, filterOf(search), limit)
}

/** The connectors of a workspace, as cards or as a table. */
function ConnectorsPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { q = '', type, category, readOnly, state = 'active', view } = search
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const sort = sortOf(search)
  const list = useListPage({ pages: listQuery(workspaceId, extensions, search) })
  const columns = useMemo(() => connectorColumns(workspaceId, q), [workspaceId, q])
  const table = useTableView('connectors', columns)
  const updateSearch = (next: ConnectorSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  const isArchived = state === 'archived'
  // More rows of a table that is sorted here would change the order of those in view.
  const loadsOnScroll = view === 'table' && sort === undefined
  return (
    <div className={view === 'table' ? 'page-wide page-fitted' : 'page-wide'}>
      <PageHeader
        title="Connectors"
        actions={
          <>
            <ViewButtons view={view} onView={(next) => updateSearch({ view: next })} />
            {readOnlyReason === undefined && (
              <LinkButton
                leftSection={<IconPlus size={14} />}
                to="/w/$workspaceId/connectors/new"
                params={{ workspaceId }}
              >
                Create connector
              </LinkButton>
            )}
          </>
        }
      >
        {introductions.connectors}
      </PageHeader>
      <ListPage
        list={list}
        nouns={['connector', 'connectors']}
        isFiltered={
          q !== '' || type !== undefined || category !== undefined || readOnly !== undefined
        }
        onClearFilters={() =>
          updateSearch({ q: undefined, type: undefined, category: undefined, readOnly: undefined })
        }
        filters={
          <ConnectorFilters
            workspaceId={workspaceId}
            search={search}
            onUpdateSearch={updateSearch}
          />
        }
        menu={
          view === 'table' && (
            <TableMenu
              view={table}
              fileName="connectors"
              readAll={() => fetchAllConnectors(workspaceId, extensions, filterOf(search))}
            />
          )
        }
        empty={{
          icon: <IconPlug />,
          title: isArchived ? 'No connector is archived' : 'No connectors yet',
          text:
            isArchived || readOnlyReason !== undefined
              ? undefined
              : 'Create the first one, or start it from a file.',
        }}
        notes={<SortNote sort={sort} hasMore={list.hasMore} />}
        canLoadMore={!loadsOnScroll}
      >
        {view === 'table' ? (
          <RecordTable
            label="Connectors"
            rows={list.rows}
            view={table}
            sort={sort}
            onSort={(next) => updateSearch({ sort: next })}
            hasMore={list.hasMore && loadsOnScroll}
            onMore={list.onMore}
          />
        ) : (
          <ConnectorCards workspaceId={workspaceId} list={list} search={q} />
        )}
      </ListPage>
    </div>
  )
}

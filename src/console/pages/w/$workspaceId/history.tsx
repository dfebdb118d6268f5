import { Alert } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { historyList, historyQuery } from '@/console/api/history'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { mergeEdits, type Edit } from '@/console/edits/edits'
import { useFollowLatest, useWorkspaceEditing } from '@/console/edits/use-workspace-editing'
import { findOpenForm } from '@/console/forms/open-forms'
import { cautionsOfEdits } from '@/console/forms/revert'
import { SaveBar } from '@/console/forms/save-bar'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { requireAdmin } from '@/console/layout/require-role'
import { isReversed } from '@/console/table/day-period'
import { ListPage } from '@/console/table/list-page'
import { useListPage } from '@/console/table/use-list-page'
import { IconHistory } from '@/console/ui/icons.gen'
import { EntryDrawer } from './-history/entry-drawer'
import { EventList } from './-history/event-list'
import { ExportMenu } from './-history/export-menu'
import { HistoryFilters } from './-history/history-filters'
import { historyFilterOf, historySearchSchema } from './-history/history-search'
import { useOpenedEntry } from './-history/use-opened-entry'
import { useRevert } from './-history/use-revert'

export const Route = createFileRoute('/w/$workspaceId/history')({
  validateSearch: historySearchSchema,
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => historyFilterOf(search),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: filter }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      prefetchRows(queryClient, historyQuery(workspaceId, filter))
  },
  component: HistoryPage,
})

/** The history, newest first, with reverts. */
function HistoryPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { id } = search
  // The same object while the filters stay, so that no row is rendered again without a reason.
  const filters = Route.useSearch({
    select: ({ id: _open, ...rest }) => rest,
    structuralSharing: true,
  })
  const navigate = Route.useNavigate()
  const editing = useWorkspaceEditing(workspaceId, 'history')
  const { base, setBase, kept } = editing
  const [edits, setEdits] = useState<readonly Edit[]>(kept?.edits ?? [])
  useFollowLatest(editing, edits.length > 0, setBase)
  const filter = historyFilterOf(search)
  const list = useListPage(historyList(workspaceId, filter))
  const { entry, isMissing } = useOpenedEntry(workspaceId, id, list)
  const revert = useRevert(base, entry)
  const updateSearch = (next: typeof search) =>
    void navigate({
      search: (before) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })

  return (
    <div className="page-wide">
      <PageHeader
        title="History"
        actions={
          <ExportMenu
            workspaceId={workspaceId}
            workspaceKey={base.response.key}
            filter={filter}
            disabled={list.rows.length === 0}
          />
        }
      >
        {introductions.history}
      </PageHeader>
      <ListPage
        list={list}
        nouns={['entry', 'entries']}
        isFiltered={Object.values(filter).some((value) => value !== undefined)}
        onClearFilters={() => void navigate({ search: { id }, replace: true })}
        filters={<HistoryFilters search={search} onFilter={updateSearch} />}
        empty={{ icon: <IconHistory />, title: 'No changes yet' }}
        emptyFiltered={{
          title: isReversed(search) ? 'The From day is after the To day' : undefined,
        }}
        notes={
          isMissing && (
            <Alert color="caution" p="xs" mb="sm">
              This link’s entry is not in the history of this workspace.
            </Alert>
          )
        }
      >
        <EventList
          workspaceId={workspaceId}
          events={list.rows}
          search={filters}
          isFetching={list.isFetching}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      </ListPage>
      {entry !== undefined && (
        <EntryDrawer
          workspaceId={workspaceId}
          event={entry}
          edits={revert.edits}
          readOnlyReason={revert.readOnlyReason}
          onRevert={() => {
            setEdits(mergeEdits(edits, revert.edits ?? []))
            findOpenForm(editing.draftKey)?.review()
            updateSearch({ id: undefined })
          }}
          onClose={() => updateSearch({ id: undefined })}
        />
      )}
      <SaveBar
        editing={editing}
        edits={edits}
        cautions={cautionsOfEdits(base.response, edits)}
        onRebase={(newer, left) => {
          setBase(newer)
          setEdits(left)
        }}
        onDiscard={() => setEdits([])}
      />
    </div>
  )
}

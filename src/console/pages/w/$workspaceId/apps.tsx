import { notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { appsQuery, type AppFilter } from '@/console/api/apps'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { draftKey, keptDraft } from '@/console/session/kept-drafts'
import { useListPage } from '@/console/table/use-list-page'
import { AppDrawer } from './-apps/app-drawer'
import { newAppSchema } from './-apps/app-form'
import { AppList } from './-apps/app-list'
import {
  appFilterOf,
  appListOf,
  appSearchSchema,
  archiveFilterOf,
  type AppSearch,
} from './-apps/app-search'
import { BulkDialogs } from './-apps/bulk/bulk-dialogs'
import { InterruptedArchive } from './-apps/bulk/interrupted-archive'
import { useBulkDialog, type BulkDialog } from './-apps/bulk/use-bulk-dialog'
import { NewApp } from './-apps/new-app'
import { PageActions } from './-apps/page-actions'
import { ScopeTabs } from './-apps/scope-tabs'
import { SelectionBar } from './-apps/selection-bar'
import { useAppRights } from './-apps/use-app-rights'
import { useRestoreOne } from './-apps/use-restore-one'
import { useSelectedApps } from './-apps/use-selected-apps'

export const Route = createFileRoute('/w/$workspaceId/apps')({
  validateSearch: appSearchSchema,
  loaderDeps: ({ search }) => ({ filter: appFilterOf(search), sort: search.sort }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { filter, sort } }) => {
    const extensions = await queryClient.ensureQueryData(extensionsQuery)
    const listed = appListOf(filter, sort, extensions)
    prefetchRows(queryClient, appsQuery(workspaceId, extensions, listed.filter, listed.limit))
  },
  component: AppsPage,
})

/** The apps of a workspace and of the public catalog, with bulk operations. */
function AppsPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { batch, sort, app, view } = search
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const filter = appFilterOf(search)
  const asWorkspace = filter.scope === 'workspace'
  const rights = useAppRights(workspaceId, asWorkspace)
  const { mayArchive, workspace } = rights
  const listed = appListOf(filter, sort, extensions)
  const list = useListPage({
    pages: appsQuery(workspaceId, extensions, listed.filter, listed.limit),
  })
  const selected = useSelectedApps(list.rows)
  const bulk = useBulkDialog(batch === undefined ? undefined : { kind: 'recent archives' })
  const createKey = draftKey(workspaceId, 'apps', 'create')
  const [isCreating, setCreating] = useState(() => keptDraft(createKey, newAppSchema) !== undefined)
  const restoreOne = useRestoreOne(workspaceId)

  const updateSearch = (next: Partial<AppSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  function showTab(next: AppFilter['scope']) {
    if (selected.count > 0) notifications.show({ message: 'The selection was cleared' })
    selected.clear()
    void navigate({ search: (before) => ({ ...before, tab: next }) })
  }
  function showDialog(next: BulkDialog | undefined) {
    bulk.open(next)
    if (next === undefined && batch !== undefined) updateSearch({ batch: undefined })
  }

  return (
    <div className="page-wide page-fitted">
      <PageHeader
        title="Apps"
        actions={
          mayArchive && (
            <PageActions
              readOnlyReason={rights.listReadOnlyReason}
              mayCreate={rights.mayCreate && asWorkspace}
              onDialog={bulk.open}
              onCreate={() => setCreating(true)}
            />
          )
        }
      >
        {introductions.apps}
      </PageHeader>
      <ReadOnlyBanner
        reason={rights.mayWrite ? rights.listReadOnlyReason : undefined}
        workspace={workspace}
      />
      {mayArchive && !extensions && bulk.dialog?.kind !== 'archive' && (
        <InterruptedArchive
          workspaceId={workspaceId}
          onContinue={(target, names) => bulk.archive(target, asWorkspace, names)}
        />
      )}
      <ScopeTabs workspaceId={workspaceId} filter={filter} total={list.total} onScope={showTab} />
      <AppList
        workspaceId={workspaceId}
        filter={filter}
        sort={sort}
        list={list}
        selected={rights.canArchive ? selected : undefined}
        mayCreate={rights.canCreate}
        onUpdateSearch={updateSearch}
        onTab={showTab}
        onRestore={restoreOne}
      />
      {selected.count > 0 && (
        <SelectionBar
          selected={selected}
          matching={
            extensions && filter.state === 'active'
              ? { total: list.total, filter: archiveFilterOf(filter) }
              : undefined
          }
          onArchive={(target) => bulk.archive(target, asWorkspace)}
          onRestore={extensions ? bulk.restore : undefined}
        />
      )}
      <AppDrawer
        workspaceId={workspaceId}
        id={app}
        listed={list.rows.find(({ id }) => id === app)}
        readOnlyReason={rights.readOnlyReason}
        view={view ?? 'details'}
        covered={bulk.dialog?.kind === 'archive' || bulk.dialog?.kind === 'restore'}
        onView={(view) => updateSearch({ view })}
        onArchive={({ id, isPublic }) => bulk.archive({ selectors: [id] }, !isPublic)}
        onRestore={restoreOne}
        onClose={() => updateSearch({ app: undefined, view: undefined })}
      />
      {rights.mayCreate && (
        <NewApp
          workspaceId={workspaceId}
          draftKey={createKey}
          opened={isCreating}
          onClose={() => setCreating(false)}
          onCreated={({ key }) => updateSearch({ q: key, state: 'active' })}
        />
      )}
      <BulkDialogs
        dialog={bulk.dialog}
        workspaceId={workspaceId}
        workspaceName={workspace?.name ?? workspaceId}
        asWorkspace={asWorkspace}
        batchId={batch}
        onDialog={showDialog}
        onDone={(items) => selected.deselect(items.flatMap(({ id }) => id ?? []))}
      />
    </div>
  )
}

import { Tabs } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppDetails } from '../../../../contract/apps'
import { toApiError } from '../../../api/api-error'
import {
  appsQuery,
  pageSize,
  useRestoreApp,
  type AppFilter,
  type ListedApp,
} from '../../../api/apps'
import { prefetchRows } from '../../../api/queries'
import { extensionsQuery, workspaceQuery } from '../../../api/workspaces'
import { useReadOnlyReason } from '../../../forms/use-base'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { draftKey, keptDraft } from '../../../session/kept-drafts'
import { useIsAdmin, useTokenFacts } from '../../../session/use-session'
import { pageSizeFor } from '../../../table/columns'
import { useListPage } from '../../../table/use-list-page'
import { FailedDialog, LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/new-version'
import { AppDrawer } from './-apps/app-drawer'
import { appFilterOf, appSearchSchema, archiveFilterOf, type AppSearch } from './-apps/app-filters'
import { typedAppSchema } from './-apps/app-form'
import { AppList } from './-apps/app-list'
import { storedRun } from './-apps/archive-run'
import { BulkDialogs, type BulkDialog } from './-apps/bulk-dialogs'
import { InterruptedArchive, PageActions } from './-apps/page-actions'
import { SelectionBar } from './-apps/selection-bar'
import { useTickedApps } from './-apps/use-ticked-apps'

const CreateDrawer = lazyPart(() => import('./-apps/create-drawer'))

export const Route = createFileRoute('/w/$workspaceId/apps')({
  validateSearch: appSearchSchema,
  loaderDeps: ({ search }) => ({ filter: appFilterOf(search), sort: search.sort }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { filter, sort } }) => {
    const extensions = await queryClient.ensureQueryData(extensionsQuery)
    prefetchRows(
      queryClient,
      appsQuery(workspaceId, extensions, filter, pageSizeFor(sort, pageSize)),
    )
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
  const { lock, mayArchive, workspace } = rights
  const mayCreate = rights.mayWrite && extensions
  const list = useListPage({
    pages: appsQuery(workspaceId, extensions, filter, pageSizeFor(sort, pageSize)),
  })
  const ticked = useTickedApps(list.rows)
  const [dialog, setDialog] = useState<BulkDialog | undefined>(() =>
    batch === undefined ? undefined : { kind: 'recent archives' },
  )
  const createKey = draftKey(workspaceId, 'apps', 'create')
  const [isCreating, setCreating] = useState(
    () => keptDraft(createKey, typedAppSchema) !== undefined,
  )
  const interrupted = dialog?.kind === 'archive' || extensions ? undefined : storedRun(workspaceId)
  const restoreOne = useRestoreOne(workspaceId)

  const narrow = (next: Partial<AppSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  function showTab(next: AppFilter['scope']) {
    if (ticked.count > 0) notifications.show({ message: 'The selection was cleared' })
    ticked.clear()
    void navigate({ search: (before) => ({ ...before, tab: next }) })
  }
  function showDialog(next: BulkDialog | undefined) {
    setDialog(next)
    if (next === undefined && batch !== undefined) narrow({ batch: undefined })
  }
  const archive = (dialogOf: Omit<BulkDialog & { kind: 'archive' }, 'kind'>) =>
    setDialog({ kind: 'archive', ...dialogOf })

  return (
    <div className="page-wide page-fitted">
      <PageHeader
        title="Apps"
        actions={
          mayArchive && (
            <PageActions
              lock={lock}
              extensions={extensions}
              mayCreate={mayCreate && asWorkspace}
              onArchiveList={() => setDialog({ kind: 'archive list' })}
              onRestoreList={() => setDialog({ kind: 'restore list' })}
              onRecentArchives={() => setDialog({ kind: 'recent archives' })}
              onCreate={() => setCreating(true)}
            />
          )
        }
      >
        The apps that customers can connect: this workspace’s own, and the public catalog.
      </PageHeader>
      {rights.mayWrite && lock !== undefined && (
        <ReadOnlyBanner reason={lock} archived={workspace?.archivedAt !== undefined} />
      )}
      {interrupted !== undefined && mayArchive && (
        <InterruptedArchive
          run={interrupted}
          onContinue={() => archive({ target: { selectors: interrupted.selectors }, asWorkspace })}
        />
      )}
      <Tabs
        value={filter.scope}
        onChange={(value) => showTab(value === 'public' ? 'public' : 'workspace')}
        mb="xs"
      >
        <Tabs.List>
          <Tabs.Tab value="workspace">Workspace apps</Tabs.Tab>
          <Tabs.Tab value="public">Public catalog</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <AppList
        workspaceId={workspaceId}
        extensions={extensions}
        filter={filter}
        sort={sort}
        list={list}
        ticked={mayArchive && lock === undefined ? ticked : undefined}
        mayCreate={mayCreate && lock === undefined}
        onNarrow={narrow}
        onTab={showTab}
        onRestore={restoreOne}
      />
      {ticked.count > 0 && (
        <SelectionBar
          ticked={ticked}
          archivableTotal={extensions && filter.state === 'active' ? list.total : undefined}
          onArchive={() =>
            archive({ target: { selectors: ticked.active.map(({ id }) => id) }, asWorkspace })
          }
          onRestore={
            extensions
              ? () =>
                  setDialog({
                    kind: 'restore',
                    list: {
                      selectors: ticked.archived.map(({ id }) => id),
                      givenAs: new Map(),
                    },
                  })
              : undefined
          }
          onArchiveAll={() =>
            archive({
              target: { filter: archiveFilterOf(filter) },
              asWorkspace,
            })
          }
        />
      )}
      <AppDrawer
        workspaceId={workspaceId}
        id={app}
        listed={list.rows.find(({ id }) => id === app)}
        extensions={extensions}
        readOnlyReason={rights.readOnlyReason}
        view={view ?? 'details'}
        covered={dialog?.kind === 'archive' || dialog?.kind === 'restore'}
        onView={(view) => narrow({ view })}
        onArchive={({ id, isPublic }) =>
          archive({ target: { selectors: [id] }, asWorkspace: !isPublic })
        }
        onRestore={restoreOne}
        onClose={() => narrow({ app: undefined, view: undefined })}
      />
      {mayCreate && (
        <NewApp
          key={workspaceId}
          workspaceId={workspaceId}
          draftKey={createKey}
          opened={isCreating}
          onClose={() => setCreating(false)}
          onCreated={({ key }) => narrow({ q: key, state: 'active' })}
        />
      )}
      <BulkDialogs
        dialog={dialog}
        workspaceId={workspaceId}
        workspaceName={workspace?.name ?? workspaceId}
        extensions={extensions}
        asWorkspace={asWorkspace}
        batchId={batch}
        onDialog={showDialog}
        onDone={ticked.clear}
      />
    </div>
  )
}

/** Returns what the user may do with the listed apps, and the workspace if they may read it. */
function useAppRights(workspaceId: string, asWorkspace: boolean) {
  const role = useTokenFacts()?.role
  const mayWrite = useIsAdmin()
  const { data } = useQuery({ ...workspaceQuery(workspaceId), enabled: mayWrite })
  const readOnlyReason = useReadOnlyReason(data)
  return {
    workspace: data?.response,
    mayWrite,
    mayArchive: role === 'operator' || (role === 'admin' && asWorkspace),
    /** Why nothing in the workspace can be changed; undefined if it can. */
    readOnlyReason,
    /** The same for the listed apps: a workspace does not hold operators back from public ones. */
    lock: asWorkspace ? readOnlyReason : undefined,
  }
}

/** Returns a stable function that restores an app and reports the result. */
function useRestoreOne(workspaceId: string): (app: ListedApp) => void {
  const restore = useRestoreApp(workspaceId)
  return useCallbackRef((app: ListedApp) =>
    restore.mutate(app.id, {
      onSuccess: () => notifications.show({ message: `${app.name} is restored` }),
      onError: (error) =>
        notifications.show({ color: 'danger', message: toApiError(error).message }),
    }),
  )
}

interface NewAppProps {
  workspaceId: string
  draftKey: string
  opened: boolean
  onClose: () => void
  onCreated: (app: AppDetails) => void
}

/** The form for a new app, loaded separately. */
function NewApp({ workspaceId, draftKey: key, opened, onClose, onCreated }: NewAppProps) {
  return (
    <LoadedPart failed={<FailedDialog opened={opened} onClose={onClose} />}>
      <CreateDrawer
        workspaceId={workspaceId}
        draftKey={key}
        opened={opened}
        onClose={onClose}
        onCreated={(app) => {
          onClose()
          notifications.show({ message: `${app.name} is created` })
          onCreated(app)
        }}
      />
    </LoadedPart>
  )
}

import {
  Alert,
  Button,
  Group,
  Kbd,
  Menu,
  SegmentedControl,
  Skeleton,
  Stack,
  Tabs,
  Text,
} from '@mantine/core'
import { useCallbackRef, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { z } from 'zod'
import { archivedStates } from '../../../../contract/pagination'
import {
  appCategoriesQuery,
  appsQuery,
  fetchAllApps,
  ownAppsQuery,
  pageSize,
  similarAppsQuery,
  useRestoreApp,
  type ListedApp,
} from '../../../api/apps'
import { toApiError } from '../../../api/api-error'
import { extensionsQuery, workspaceQuery } from '../../../api/workspaces'
import { useReadOnlyReason } from '../../../forms/use-base'
import { ErrorAlert } from '../../../layout/error-alert'
import { FailedDialog, LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/new-version'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState, ReadOnlyBanner } from '../../../layout/page-states'
import { draftKey, keptDraft } from '../../../session/kept-drafts'
import { useTokenFacts } from '../../../session/use-session'
import { rowCountText } from '../../../table/row-count-text'
import { CategorySelect } from '../../../table/category-select'
import { pageSizeFor } from '../../../table/columns'
import { RecordTable } from '../../../table/record-table'
import { nothingSelected, type RowSelection } from '../../../table/row-selection'
import { SearchField } from '../../../ui/search-field'
import { SortNote } from '../../../table/sort-note'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { IconApps, IconDots, IconPlus } from '../../../ui/icons.gen'
import { appColumns } from './-apps/app-columns'
import { AppDrawer } from './-apps/app-drawer'
import { typedAppSchema } from './-apps/app-form'
import { ArchiveModal, type Target } from './-apps/archive-modal'
import { storedRun } from './-apps/archive-run'
import { PasteModal } from './-apps/paste-modal'
import { RecentArchives } from './-apps/recent-archives'
import { RestoreModal } from './-apps/restore-modal'
import { SelectionBar } from './-apps/selection-bar'
import type { ResolvedList } from './-apps/selectors'
import { appViews } from './-apps/views'

const CreateDrawer = lazyPart(() => import('./-apps/create-drawer'))

const scopes = ['workspace', 'public'] as const

export const Route = createFileRoute('/w/$workspaceId/apps')({
  validateSearch: z.object({
    tab: z.enum(scopes).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
    category: z.string().optional().catch(undefined),
    state: z.enum(archivedStates).optional().catch(undefined),
    sort: z.string().optional().catch(undefined),
    app: z.string().optional().catch(undefined),
    /** A bulk archive to show among the recent ones. */
    batch: z.string().optional().catch(undefined),
    view: z.enum(appViews).optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: AppsPage,
})

function AppsPage() {
  const { workspaceId } = Route.useParams()
  const {
    tab = 'workspace',
    q = '',
    category,
    state = 'active',
    sort,
    app: opened,
    batch,
    view = 'details',
  } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const role = useTokenFacts()?.role
  const mayWrite = role === 'admin' || role === 'operator'
  const { data: workspace } = useQuery({ ...workspaceQuery(workspaceId), enabled: mayWrite })
  const readOnlyReason = useReadOnlyReason(workspace)
  // Public apps are not the workspace’s: its state does not hold operators back from them.
  const lock = tab === 'workspace' ? readOnlyReason : undefined
  const mayArchive = role === 'operator' || (role === 'admin' && tab === 'workspace')
  const mayCreate = mayWrite && extensions
  const [selection, setSelection] = useState(nothingSelected)
  /** The rows that were ticked: a filter may hide them now. */
  const [tickedRows, setTickedRows] = useState<ReadonlyMap<string, ListedApp>>(new Map())
  const [archiving, setArchiving] = useState<{
    target: Target
    givenAs?: ReadonlyMap<string, string>
    asWorkspace: boolean
  }>()
  const [restoring, setRestoring] = useState<ResolvedList>()
  const [list, setList] = useState('')
  const interrupted = archiving === undefined && !extensions ? storedRun(workspaceId) : undefined
  const createKey = draftKey(workspaceId, 'apps', 'create')
  const [dialog, setDialog] = useState<
    'create' | 'archive list' | 'restore list' | 'recent' | undefined
  >(() =>
    keptDraft(createKey, typedAppSchema) !== undefined
      ? 'create'
      : batch === undefined
        ? undefined
        : 'recent',
  )
  const closeDialog = useCallback(() => setDialog(undefined), [])
  const client = useQueryClient()
  const filter = { scope: tab, search: q, category, state }
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    refetch,
  } = useInfiniteQuery(appsQuery(workspaceId, extensions, filter, pageSizeFor(sort, pageSize)))
  const { data: categories } = useQuery({
    ...appCategoriesQuery(workspaceId, tab),
    enabled: extensions,
  })
  const restore = useRestoreApp(workspaceId)

  const apps = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  // Drawn when nothing is typed: no key waits for the rows.
  const [drawnApps, drawnSearch] = [useDeferredValue(apps), useDeferredValue(q)]
  const columns = useMemo(() => appColumns(drawnSearch, extensions), [drawnSearch, extensions])
  const table = useTableView('apps', columns)
  const total = data?.pages[0]?.total
  const shown = total ?? apps.length
  const asWorkspace = tab === 'workspace'
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])

  const restoreOne = useCallbackRef((app: ListedApp) => {
    restore.mutate(app.id, {
      onSuccess: () => notifications.show({ message: `${app.name} is restored` }),
      onError: (error) =>
        notifications.show({ color: 'danger', message: toApiError(error).message }),
    })
  })

  function select(next: RowSelection) {
    const seen = new Map([...tickedRows, ...apps.map((app): [string, ListedApp] => [app.id, app])])
    setTickedRows(new Map([...seen].filter(([id]) => next.ids.has(id))))
    setSelection(next)
  }
  const ticked = [...tickedRows.values()]
  const tickedActive = ticked.filter(({ archivedAt }) => archivedAt === undefined)
  const tickedArchived = ticked.filter(({ archivedAt }) => archivedAt !== undefined)
  const hiddenCount = ticked.filter(({ id }) => !apps.some((app) => app.id === id)).length

  function archiveTicked() {
    if (tickedActive.length > 0)
      setArchiving({ target: { selectors: tickedActive.map(({ id }) => id) }, asWorkspace })
  }

  // Rows are ticked with the keyboard too: a tick box is an input in which nothing is typed.
  useHotkeys(
    [
      [
        'Delete',
        ({ target }) => {
          const isTyping =
            target instanceof HTMLInputElement &&
            target.type !== 'checkbox' &&
            target.type !== 'radio'
          if (!isTyping && document.querySelector('[role=dialog]') === null) archiveTicked()
        },
        // The key still deletes text in the fields of the page.
        { preventDefault: false },
      ],
    ],
    ['TEXTAREA', 'SELECT'],
  )

  async function lookUp(text: string) {
    if (!extensions) {
      const own = await client.fetchQuery(ownAppsQuery(workspaceId))
      return own.filter(({ key, name }) =>
        [key, name].some((name) => name.toLowerCase() === text.toLowerCase()),
      )
    }
    const [own, open] = await Promise.all(
      scopes.map((scope) => client.fetchQuery(similarAppsQuery(workspaceId, scope, text))),
    )
    const isNamed = ({ key, name }: ListedApp) =>
      [key, name].some((name) => name.toLowerCase() === text.toLowerCase())
    const named = own?.response.items.filter(isNamed) ?? []
    return named.length > 0 ? named : (open?.response.items ?? [])
  }

  const workspaceName = workspace?.response.name ?? workspaceId
  function onBulkDone() {
    setList('')
    select(nothingSelected)
  }

  function closeRecent() {
    setDialog(undefined)
    if (batch !== undefined)
      void navigate({ search: (before) => ({ ...before, batch: undefined }), replace: true })
  }

  function show(search: {
    tab?: (typeof scopes)[number]
    q?: string | undefined
    category?: string | undefined
    state?: typeof state
  }) {
    if (search.tab !== undefined) {
      if (selection.ids.size > 0) notifications.show({ message: 'The selection was cleared' })
      select(nothingSelected)
    }
    void navigate({
      search: (before) => ({ ...before, ...search }),
      replace: search.tab === undefined,
    })
  }

  return (
    <div className="page-wide page-fitted">
      <PageHeader
        title="Apps"
        actions={
          mayArchive && (
            <>
              <Button
                variant="default"
                disabled={lock !== undefined}
                title={lock}
                onClick={() => setDialog('archive list')}
              >
                Archive a list…
              </Button>
              {extensions && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button variant="default" px={8} aria-label="More">
                      <IconDots size={16} />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      disabled={lock !== undefined}
                      onClick={() => setDialog('restore list')}
                    >
                      Restore a list…
                    </Menu.Item>
                    <Menu.Item onClick={() => setDialog('recent')}>Recent bulk archives…</Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
              {mayCreate && asWorkspace && (
                <Button
                  leftSection={<IconPlus size={14} />}
                  disabled={lock !== undefined}
                  title={lock}
                  onClick={() => setDialog('create')}
                >
                  Create app
                </Button>
              )}
            </>
          )
        }
      >
        The apps that customers can connect: this workspace’s own, and the public catalog.
      </PageHeader>
      {mayWrite && lock !== undefined && (
        <ReadOnlyBanner reason={lock} archived={workspace?.response.archivedAt !== undefined} />
      )}
      {interrupted !== undefined && mayArchive && (
        <Alert mb="sm" p="xs" color="caution">
          <Group gap="xs">
            <Text fz="sm">
              Archiving {interrupted.selectors.length} apps was interrupted after{' '}
              {interrupted.results.length}.
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                setArchiving({ target: { selectors: interrupted.selectors }, asWorkspace })
              }
            >
              Continue…
            </Button>
          </Group>
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(value) => show({ tab: value === 'public' ? 'public' : 'workspace' })}
        mb="xs"
      >
        <Tabs.List>
          <Tabs.Tab value="workspace">Workspace apps</Tabs.Tab>
          <Tabs.Tab value="public">Public catalog</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <Group gap="xs" mb="xs" className="filters">
        <SearchField
          label="Find an app"
          placeholder="Find by name or key"
          text={q}
          onText={(text) => show({ q: text })}
          width={260}
        />
        {extensions && (
          <CategorySelect
            categories={categories?.response.items ?? []}
            value={category}
            onChange={(chosen) => show({ category: chosen })}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label="State"
          value={state}
          onChange={(value) =>
            show({ state: archivedStates.find((known) => known === value) ?? 'active' })
          }
          data={[
            { value: 'active', label: 'Active' },
            ...(extensions ? [{ value: 'archived', label: 'Archived' }] : []),
            { value: 'both', label: 'Both' },
          ]}
        />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
          {data === undefined
            ? ''
            : rowCountText(shown, ['app', 'apps'], total === undefined && hasNextPage)}
        </Text>
        <TableMenu
          view={table}
          fileName={`${tab}-apps`}
          readAll={() => fetchAllApps(workspaceId, extensions, filter)}
        />
      </Group>
      {error !== null && <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={360} role="status" aria-label="Loading" />}
      {data !== undefined && apps.length === 0 && (
        <EmptyState
          icon={<IconApps />}
          title={
            q !== ''
              ? `No results for '${q}'`
              : category === undefined
                ? 'No apps here yet'
                : `No apps in the category ${category}`
          }
        >
          <Stack align="center" gap="xs">
            {asWorkspace
              ? mayCreate && lock === undefined
                ? 'It may be in the public catalog. If it isn’t, create it.'
                : 'It may be in the public catalog.'
              : 'Names and keys are searched; one typo is allowed.'}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => show({ tab: asWorkspace ? 'public' : 'workspace' })}
            >
              {asWorkspace ? 'Search the public catalog' : 'Search the workspace apps'}
            </Button>
          </Stack>
        </EmptyState>
      )}
      <SortNote sort={sort} hasMore={hasNextPage} />
      {apps.length > 0 && (
        <RecordTable
          label="Apps"
          isStale={isPlaceholderData}
          rows={drawnApps}
          view={table}
          sort={sort}
          onSort={(next) =>
            void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })
          }
          nameOf={({ name }) => name}
          hasMore={hasNextPage && sort === undefined}
          onMore={more}
          selection={mayArchive && lock === undefined ? selection : undefined}
          onSelection={select}
          renderActions={
            mayArchive && extensions && lock === undefined && state !== 'active'
              ? (app) =>
                  app.archivedAt !== undefined && (
                    <Button size="compact-xs" variant="subtle" onClick={() => restoreOne(app)}>
                      Restore
                    </Button>
                  )
              : undefined
          }
        />
      )}
      {ticked.length > 0 && (
        <SelectionBar>
          <Text fz="sm" fw={550} aria-live="polite">
            {ticked.length} selected
            {hiddenCount > 0 && (
              <Text span fz="sm" fw={400} c="dimmed">
                {` (${hiddenCount} not in this list)`}
              </Text>
            )}
          </Text>
          {tickedActive.length > 0 && (
            <Button
              size="compact-sm"
              color="danger"
              rightSection={<Kbd size="xs">Del</Kbd>}
              aria-label="Archive…"
              aria-keyshortcuts="Delete"
              onClick={archiveTicked}
            >
              Archive…
            </Button>
          )}
          {tickedArchived.length > 0 && extensions && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                setRestoring({ selectors: tickedArchived.map(({ id }) => id), givenAs: new Map() })
              }
            >
              Restore…
            </Button>
          )}
          {extensions && state === 'active' && total !== undefined && total > ticked.length && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                setArchiving({
                  target: { filter: { scope: tab, category, search: q === '' ? undefined : q } },
                  asWorkspace,
                })
              }
            >
              Archive all {total.toLocaleString()} that match…
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => select(nothingSelected)}>
            Clear
          </Button>
        </SelectionBar>
      )}
      <AppDrawer
        workspaceId={workspaceId}
        id={opened}
        listed={apps.find(({ id }) => id === opened)}
        extensions={extensions}
        readOnlyReason={readOnlyReason}
        view={view}
        covered={archiving !== undefined || restoring !== undefined}
        onView={(chosen) =>
          void navigate({ search: (before) => ({ ...before, view: chosen }), replace: true })
        }
        onArchive={({ id, isPublic }) =>
          setArchiving({ target: { selectors: [id] }, asWorkspace: !isPublic })
        }
        onRestore={restoreOne}
        onClose={() =>
          void navigate({
            search: (before) => ({ ...before, app: undefined, view: undefined }),
            replace: true,
          })
        }
      />
      {mayCreate && (
        <LoadedPart failed={<FailedDialog opened={dialog === 'create'} onClose={closeDialog} />}>
          <CreateDrawer
            key={workspaceId}
            workspaceId={workspaceId}
            draftKey={createKey}
            opened={dialog === 'create'}
            onClose={closeDialog}
            onCreated={({ name, key }) => {
              setDialog(undefined)
              notifications.show({ message: `${name} is created` })
              show({ q: key, state: 'active' })
            }}
          />
        </LoadedPart>
      )}
      {(dialog === 'archive list' || dialog === 'restore list') && (
        <PasteModal
          action={dialog === 'archive list' ? 'archive' : 'restore'}
          text={list}
          onText={setList}
          lookUp={lookUp}
          onClose={closeDialog}
          onList={(resolved) => {
            setDialog(undefined)
            if (dialog === 'restore list') setRestoring(resolved)
            else
              setArchiving({
                target: { selectors: resolved.selectors },
                givenAs: resolved.givenAs,
                asWorkspace,
              })
          }}
        />
      )}
      {dialog === 'recent' && extensions && (
        <RecentArchives
          workspaceId={workspaceId}
          asWorkspace={asWorkspace}
          batchId={batch}
          onClose={closeRecent}
        />
      )}
      {archiving !== undefined && (
        <ArchiveModal
          {...archiving}
          workspaceId={workspaceId}
          workspaceName={workspaceName}
          extensions={extensions}
          onDone={onBulkDone}
          onClose={() => setArchiving(undefined)}
        />
      )}
      {restoring !== undefined && (
        <RestoreModal
          list={restoring}
          workspaceId={workspaceId}
          workspaceName={workspaceName}
          onDone={onBulkDone}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </div>
  )
}

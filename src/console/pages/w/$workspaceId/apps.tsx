import { Button, Group, Menu, SegmentedControl, Skeleton, Tabs, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconApps, IconDots } from '@tabler/icons-react'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { archivedStates } from '../../../../contract/apps'
import { appsQuery, useRestoreApp } from '../../../api/apps'
import { faultOf } from '../../../api/fault'
import { extensionsQuery } from '../../../api/workspaces'
import { FaultAlert } from '../../../layout/fault-alert'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { useTokenFacts } from '../../../session/use-session'
import { nothingSelected } from '../../../table/row-selection'
import { SearchField } from '../../../table/search-field'
import { AppTable } from './-apps/app-table'
import { ArchiveModal, type Target } from './-apps/archive-modal'
import { PasteModal } from './-apps/paste-modal'
import { RecentArchives } from './-apps/recent-archives'

const scopes = ['workspace', 'public'] as const

export const Route = createFileRoute('/w/$workspaceId/apps')({
  validateSearch: z.object({
    tab: z.enum(scopes).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
    state: z.enum(archivedStates).optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: AppsPage,
})

function AppsPage() {
  const { workspaceId } = Route.useParams()
  const { tab = 'workspace', q = '', state = 'active' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const role = useTokenFacts()?.role
  const mayArchive = role === 'operator' || (role === 'admin' && tab === 'workspace')
  const [selection, setSelection] = useState(nothingSelected)
  const [target, setTarget] = useState<Target>()
  const [dialog, setDialog] = useState<'paste' | 'recent'>()
  const { data, error, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(appsQuery(workspaceId, extensions, { scope: tab, search: q, state }))
  const restore = useRestoreApp(workspaceId)

  const apps = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.total
  const shown = total ?? apps.length
  const asWorkspace = tab === 'workspace'
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])

  function show(search: { tab?: (typeof scopes)[number]; q?: string | undefined; state?: typeof state }) {
    setSelection(nothingSelected)
    void navigate({ search: (before) => ({ ...before, ...search }), replace: search.tab === undefined })
  }

  return (
    <div className="page-wide">
      <PageHeader
        title="Apps"
        actions={
          mayArchive && (
            <>
              <Button variant="default" onClick={() => setDialog('paste')}>Archive a list…</Button>
              {extensions && (
                <Menu position="bottom-end">
                  <Menu.Target><Button variant="default" px={8} aria-label="More"><IconDots size={16} /></Button></Menu.Target>
                  <Menu.Dropdown><Menu.Item onClick={() => setDialog('recent')}>Recent bulk archives…</Menu.Item></Menu.Dropdown>
                </Menu>
              )}
            </>
          )
        }
      >
        What customers connect to: the workspace’s own apps, and the public catalog.
      </PageHeader>
      <Tabs value={tab} onChange={(value) => show({ tab: value === 'public' ? 'public' : 'workspace' })} mb="xs">
        <Tabs.List>
          <Tabs.Tab value="workspace">Workspace apps</Tabs.Tab>
          <Tabs.Tab value="public">Public catalog</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <Group gap="xs" mb="xs">
        <SearchField label="Find an app" placeholder="Find by name or key" text={q} onText={(text) => show({ q: text })} width={260} />
        <SegmentedControl
          size="xs"
          aria-label="State"
          value={state}
          onChange={(value) => show({ state: archivedStates.find((known) => known === value) ?? 'active' })}
          data={[{ value: 'active', label: 'Active' }, ...(extensions ? [{ value: 'archived', label: 'Archived' }] : []), { value: 'both', label: 'Both' }]}
        />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">{isPending ? '' : `${shown.toLocaleString()}${total === undefined && hasNextPage ? '+' : ''} ${shown === 1 ? 'app' : 'apps'}`}</Text>
      </Group>
      {error !== null && <FaultAlert fault={faultOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={360} aria-label="Loading" />}
      {data !== undefined && apps.length === 0 && (
        <EmptyState icon={<IconApps />} title={q === '' ? 'No apps here' : `Nothing matches '${q}'`}>
          {tab === 'workspace' ? 'The app may be in the public catalog.' : 'Names and keys are searched, and one typo is forgiven.'}
        </EmptyState>
      )}
      {apps.length > 0 && (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <AppTable
            apps={apps}
            search={q}
            hasMore={hasNextPage}
            onMore={more}
            selection={mayArchive ? selection : undefined}
            onSelection={setSelection}
            onRestore={mayArchive && extensions ? (app) => restore.mutate(app.id, { onSuccess: () => notifications.show({ message: `${app.name} is restored` }), onError: (fault) => notifications.show({ color: 'danger', message: faultOf(fault).message }) }) : undefined}
          />
        </div>
      )}
      {selection.ids.size > 0 && (
        <Group mt="xs" gap="xs" role="region" aria-label="Selection">
          <Text fz="sm" fw={550} aria-live="polite">{selection.ids.size} selected</Text>
          <Button size="compact-sm" color="danger" onClick={() => setTarget({ selectors: [...selection.ids] })}>Archive…</Button>
          {extensions && state === 'active' && total !== undefined && total > selection.ids.size && (
            <Button size="compact-sm" variant="default" onClick={() => setTarget({ filter: { scope: tab, ...(q === '' ? {} : { search: q }) } })}>Archive all {total.toLocaleString()} that match…</Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => setSelection(nothingSelected)}>Clear</Button>
        </Group>
      )}
      {dialog === 'paste' && (
        <PasteModal
          onClose={() => setDialog(undefined)}
          onSelectors={(selectors) => {
            setDialog(undefined)
            setTarget({ selectors })
          }}
        />
      )}
      {dialog === 'recent' && <RecentArchives workspaceId={workspaceId} asWorkspace={asWorkspace} onClose={() => setDialog(undefined)} />}
      {target !== undefined && <ArchiveModal target={target} workspaceId={workspaceId} asWorkspace={asWorkspace} extensions={extensions} onDone={() => setSelection(nothingSelected)} onClose={() => setTarget(undefined)} />}
    </div>
  )
}

import { Drawer, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { appQuery, type AppResponse, type ListedApp } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { keptEditsSchema } from '@/console/edits/kept-edits'
import { ErrorAlert } from '@/console/layout/error-alert'
import { StateBadges } from '@/console/layout/state-badges'
import { UsingConnections } from '@/console/layout/uses'
import { draftKey, keptDraft } from '@/console/session/kept-drafts'
import { AppLogo } from '@/console/ui/app-logo'
import { JsonBlock } from '@/console/ui/code/code-block'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { AppActions } from './app-actions'
import { AppFacts } from './app-facts'
import type { AppView } from './app-search'
import { ConnectorsOfApp } from './connectors-of-app'

const EditDrawer = lazyPart(() => import('./edit-drawer'))

interface AppDrawerProps {
  workspaceId: string
  /** Undefined if no app is open. */
  id: string | undefined
  /** The app from the list, if that is loaded. */
  listed: ListedApp | undefined
  /** Why the workspace can't be edited; undefined if it can. */
  readOnlyReason: string | undefined
  view: AppView
  /** Whether a dialog is open above the drawer, which Escape closes first. */
  covered: boolean
  onView: (view: AppView) => void
  onArchive: (app: ListedApp) => void
  onRestore: (app: ListedApp) => unknown
  onClose: () => void
}

/** Shows one app: its details, its connectors and connections, and actions. */
export function AppDrawer({
  workspaceId,
  id,
  listed,
  readOnlyReason,
  view,
  covered,
  onView,
  onArchive,
  onRestore,
  onClose,
}: AppDrawerProps) {
  const hasExtensions = useHasExtensions()
  const { data, error, refetch } = useQuery({
    ...appQuery(workspaceId, id ?? ''),
    enabled: hasExtensions && id !== undefined,
  })
  const app = id === undefined ? undefined : (data?.response ?? listed)
  const editing = useEditedApp(workspaceId, id, data)
  return (
    <>
      <Drawer
        opened={id !== undefined}
        onClose={onClose}
        closeOnEscape={!covered && editing.begun === undefined}
        position="right"
        size="lg"
        title={
          app === undefined ? (
            'App'
          ) : (
            <Group gap="xs">
              <AppLogo name={app.name} src={app.logoUri} />
              <span>{app.name}</span>
              <StateBadges record={app} />
            </Group>
          )
        }
      >
        <ErrorAlert error={error} onRetry={refetch} />
        {app === undefined && hasExtensions && error === null && (
          <Skeleton height={240} role="status" aria-label="Loading" />
        )}
        {app === undefined && !hasExtensions && (
          <Text fz="sm">This engine can’t show a single app. Find it in the list.</Text>
        )}
        {app !== undefined && (
          <AppViews app={app} view={view} onView={onView}>
            <AppFacts app={app} />
            <AppActions
              workspaceId={workspaceId}
              app={app}
              readOnlyReason={readOnlyReason}
              onEdit={data === undefined ? undefined : () => editing.edit(data)}
              onArchive={onArchive}
              onRestore={onRestore}
            />
            <ConnectorsOfApp workspaceId={workspaceId} app={app} />
            {hasExtensions && (
              <UsingConnections
                title="Connections to it"
                workspaceId={workspaceId}
                used={{ externalAppId: app.id }}
              />
            )}
          </AppViews>
        )}
      </Drawer>
      {editing.begun !== undefined && (
        <LoadedPart onError={editing.stop}>
          <EditDrawer
            key={editing.begun.response.id}
            workspaceId={workspaceId}
            begun={editing.begun}
            onRestore={app?.archivedAt === undefined ? undefined : () => onRestore(app)}
            onClosed={editing.stop}
          />
        </LoadedPart>
      )}
    </>
  )
}

/** The app that is being edited. An edit that was in progress before a reload continues. */
function useEditedApp(
  workspaceId: string,
  id: string | undefined,
  loaded: AppResponse | undefined,
) {
  const [editing, setEditing] = useState<{ id: string | undefined; begun: AppResponse }>()
  const edit = (begun: AppResponse) => setEditing({ id, begun })
  const stop = () => setEditing(undefined)
  // Back closes it together with the details, and so does opening another app.
  if (editing !== undefined && editing.id !== id) stop()
  const [resumed, setResumed] = useState<string>()
  if (loaded !== undefined && resumed !== loaded.response.id) {
    setResumed(loaded.response.id)
    const key = draftKey(workspaceId, 'apps', `edit ${loaded.response.id}`)
    if (keptDraft(key, keptEditsSchema) !== undefined) edit(loaded)
  }
  return { begun: editing?.begun, edit, stop }
}

interface AppViewsProps extends Pick<AppDrawerProps, 'view' | 'onView'> {
  app: ListedApp
  /** The details. */
  children: ReactNode
}

/** The details of an app, and its JSON. */
function AppViews({ app, view, onView, children }: AppViewsProps) {
  return (
    <Tabs
      value={view}
      onChange={(value) => onView(value === 'json' ? 'json' : 'details')}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">
        <Stack gap="md">{children}</Stack>
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonBlock value={app} />
      </Tabs.Panel>
    </Tabs>
  )
}

import { Anchor, Button, Drawer, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { httpUri } from '../../../../../contract/field'
import { appQuery, type AppResponse, type ListedApp } from '../../../../api/apps'
import { connectionsOfAppQuery } from '../../../../api/connections'
import { connectorsOfAppQuery } from '../../../../api/connectors'
import { toApiError } from '../../../../api/api-error'
import { keptEditsSchema } from '../../../../forms/kept-edits'
import { AppLogo } from '../../../../ui/app-logo'
import { CopyButton } from '../../../../ui/copy-button'
import { DefinitionItem } from '../../../../ui/definition-list'
import { ErrorAlert } from '../../../../layout/error-alert'
import { ConnectionBadges } from '../../../../layout/connection-badges'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { LoadedPart } from '../../../../ui/loaded-part'
import { formatDateTime } from '../../../../ui/format-date'
import { lazyPart } from '../../../../ui/new-version'
import { StateBadges } from '../../../../layout/state-badges'
import { draftKey, keptDraft } from '../../../../session/kept-drafts'
import { useTokenFacts } from '../../../../session/use-session'
import type { AppView } from './views'

const EditDrawer = lazyPart(() => import('./edit-drawer'))

interface AppDrawerProps {
  workspaceId: string
  /** Undefined if no app is open. */
  id: string | undefined
  /** The app from the list, if that is loaded. */
  listed: ListedApp | undefined
  extensions: boolean
  /** Why the workspace can't be edited; undefined if it can. */
  readOnlyReason: string | undefined
  view: AppView
  /** Whether a dialog is open above the drawer, which Escape closes first. */
  covered: boolean
  onView: (view: AppView) => void
  onArchive: (app: ListedApp) => void
  onRestore: (app: ListedApp) => void
  onClose: () => void
}

/** Shows one app: its details, its connectors and connections, and actions. */
export function AppDrawer({
  workspaceId,
  id,
  listed,
  extensions,
  readOnlyReason,
  view,
  covered,
  onView,
  onArchive,
  onRestore,
  onClose,
}: AppDrawerProps) {
  const { data, error, refetch } = useQuery({
    ...appQuery(workspaceId, id ?? ''),
    enabled: extensions && id !== undefined,
  })
  const app = id === undefined ? undefined : (data?.response ?? listed)
  const json = JSON.stringify(app, null, 2)
  const [editing, setEditing] = useState<AppResponse>()
  const [resumed, setResumed] = useState<string>()
  // An edit that was in progress before a reload continues.
  if (data !== undefined && resumed !== data.response.id) {
    setResumed(data.response.id)
    const key = draftKey(workspaceId, 'apps', `edit ${data.response.id}`)
    if (keptDraft(key, keptEditsSchema) !== undefined) setEditing(data)
  }
  return (
    <>
      <Drawer
        opened={id !== undefined}
        onClose={onClose}
        closeOnEscape={!covered && editing === undefined}
        position="right"
        size="lg"
        title={
          app === undefined ? (
            'App'
          ) : (
            <Group gap="xs">
              <AppLogo name={app.name} src={app.logoUri} />
              <span>{app.name}</span>
              <StateBadges {...app} />
            </Group>
          )
        }
      >
        {error !== null && <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />}
        {app === undefined && extensions && error === null && (
          <Skeleton height={240} role="status" aria-label="Loading" />
        )}
        {app === undefined && !extensions && (
          <Text fz="sm">This engine only shows apps in their list: find it there.</Text>
        )}
        {app !== undefined && (
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
              <Stack gap="md">
                <Facts app={app} />
                <AppActions
                  workspaceId={workspaceId}
                  app={app}
                  extensions={extensions}
                  readOnlyReason={readOnlyReason}
                  onEdit={data === undefined ? undefined : () => setEditing(data)}
                  onArchive={onArchive}
                  onRestore={onRestore}
                />
                <Connectors workspaceId={workspaceId} app={app} />
                {extensions && <Connections workspaceId={workspaceId} app={app} />}
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="json">
              <Group justify="flex-end" mb={4}>
                <CopyButton value={json} label="Copy JSON" />
              </Group>
              <pre
                className="code-block"
                tabIndex={0}
                aria-label="JSON"
                style={{ maxHeight: 'none' }}
              >
                {json}
              </pre>
            </Tabs.Panel>
          </Tabs>
        )}
      </Drawer>
      {editing !== undefined && (
        <LoadedPart onError={() => setEditing(undefined)}>
          <EditDrawer
            key={editing.response.id}
            workspaceId={workspaceId}
            begun={editing}
            onClosed={() => setEditing(undefined)}
          />
        </LoadedPart>
      )}
    </>
  )
}

/** A logo can be a data URI of any length. */
const longestShown = 80

function Facts({ app }: { app: ListedApp }) {
  const when = (time: string | undefined) => (time === undefined ? undefined : formatDateTime(time))
  const identifier = (value: string) => <span className="mono">{value}</span>
  return (
    <div>
      <DefinitionItem label="Belongs to">
        {app.isPublic ? 'the public catalog' : 'this workspace'}
      </DefinitionItem>
      <DefinitionItem label="Key" copied={app.key}>
        {identifier(app.key)}
      </DefinitionItem>
      <DefinitionItem label="Id" copied={app.id}>
        {identifier(app.id)}
      </DefinitionItem>
      <DefinitionItem label="uuid" copied={app.uuid}>
        {identifier(app.uuid)}
      </DefinitionItem>
      <DefinitionItem label="Address" copied={app.appUri}>
        {httpUri.safeParse(app.appUri).success ? (
          <Anchor href={app.appUri} target="_blank" rel="noreferrer" fz="sm" underline="always">
            {app.appUri}
          </Anchor>
        ) : (
          app.appUri
        )}
      </DefinitionItem>
      <DefinitionItem label="Logo" copied={app.logoUri}>
        {app.logoUri === undefined || app.logoUri.length <= longestShown
          ? app.logoUri
          : `${app.logoUri.slice(0, longestShown)}…`}
      </DefinitionItem>
      <DefinitionItem label="Categories">
        {app.categories === undefined || app.categories.length === 0
          ? undefined
          : app.categories.join(', ')}
      </DefinitionItem>
      <DefinitionItem label="Created">{when(app.createdAt)}</DefinitionItem>
      <DefinitionItem label="Changed">{when(app.updatedAt)}</DefinitionItem>
      <DefinitionItem label="Archived">{when(app.archivedAt)}</DefinitionItem>
    </div>
  )
}

type AppActionsProps = Pick<
  AppDrawerProps,
  'workspaceId' | 'extensions' | 'readOnlyReason' | 'onArchive' | 'onRestore'
> & {
  app: ListedApp
  /** Absent until the app is loaded. */
  onEdit: (() => void) | undefined
}

/** Why an app, or its workspace, can't be changed. */
function lockOf(app: ListedApp, readOnlyReason: string | undefined): string | undefined {
  if (app.isReadOnly) return 'This app is read-only: it can’t be archived or changed.'
  return app.isPublic ? undefined : readOnlyReason
}

function AppActions({
  workspaceId,
  app,
  extensions,
  readOnlyReason,
  onEdit,
  onArchive,
  onRestore,
}: AppActionsProps) {
  const role = useTokenFacts()?.role
  const lock = lockOf(app, readOnlyReason)
  const mayChange = role === 'operator' || (role === 'admin' && !app.isPublic)
  const isArchived = app.archivedAt !== undefined
  return (
    <div>
      <Group gap="xs">
        {!isArchived && readOnlyReason === undefined && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/w/$workspaceId/connectors/new"
                params={{ workspaceId }}
                search={{ app: app.id, name: app.name }}
              />
            )}
          >
            Create a connector for it
          </Button>
        )}
        {mayChange && !app.isPublic && !isArchived && onEdit !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={lock !== undefined}
            onClick={onEdit}
          >
            Edit…
          </Button>
        )}
        {mayChange && !isArchived && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={lock !== undefined}
            onClick={() => onArchive(app)}
          >
            Archive…
          </Button>
        )}
        {mayChange && isArchived && extensions && (
          <Button size="compact-sm" disabled={lock !== undefined} onClick={() => onRestore(app)}>
            Restore
          </Button>
        )}
        <CopyButton value={window.location.href} label="Copy link" />
      </Group>
      {mayChange && lock !== undefined && (
        <Text fz="xs" c="dimmed" mt={4}>
          {lock}
        </Text>
      )}
      {role === 'admin' && app.isPublic && (
        <Text fz="xs" c="dimmed" mt={4}>
          Only operators can archive and restore public apps.
        </Text>
      )}
    </div>
  )
}

interface UsersProps {
  title: string
  none: string
  /** Undefined while loading. */
  count: number | undefined
  hasMore: boolean
  error: Error | null
  children: ReactNode
}

function Users({ title, none, count, hasMore, error, children }: UsersProps) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm" mb={4}>
        {title}
        {count !== undefined && count > 0 && (
          <Text span fz="xs" c="dimmed" ml={6}>
            {count}
            {hasMore ? '+' : ''}
          </Text>
        )}
      </Title>
      {error !== null && <ErrorAlert error={toApiError(error)} />}
      {count === undefined && error === null && (
        <Skeleton height={20} role="status" aria-label="Loading" />
      )}
      {count === 0 && (
        <Text fz="sm" c="dimmed">
          {none}
        </Text>
      )}
      {count !== undefined && count > 0 && (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      )}
    </section>
  )
}

function Connectors({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error } = useQuery(connectorsOfAppQuery(workspaceId, app.id))
  return (
    <Users
      title="Connectors for it"
      none="None in this workspace."
      count={data?.response.items.length}
      hasMore={data?.response.cursor !== undefined}
      error={error}
    >
      {data?.response.items.map(({ id, key, name }) => (
        <li key={id}>
          <LinkAnchor
            to="/w/$workspaceId/connectors/$connector"
            params={{ workspaceId, connector: key }}
            fz="sm"
          >
            {name}
          </LinkAnchor>{' '}
          <Text span fz="xs" c="dimmed" className="mono">
            {key}
          </Text>
        </li>
      ))}
    </Users>
  )
}

function Connections({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const { data, error } = useQuery(connectionsOfAppQuery(workspaceId, app.id))
  return (
    <Users
      title="Connections to it"
      none="None in this workspace."
      count={data?.response.items.length}
      hasMore={data?.response.cursor !== undefined}
      error={error}
    >
      {data?.response.items.map((connection) => (
        <li key={connection.id}>
          <LinkAnchor
            to="/w/$workspaceId/connections"
            params={{ workspaceId }}
            search={{ id: connection.key ?? connection.id }}
            fz="sm"
            mr={6}
          >
            {connection.name}
          </LinkAnchor>
          <ConnectionBadges {...connection} />
        </li>
      ))}
    </Users>
  )
}

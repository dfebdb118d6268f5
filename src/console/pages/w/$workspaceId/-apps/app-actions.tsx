import { Button, Group, Text } from '@mantine/core'
import type { ListedApp } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { useRole } from '@/console/session/use-session'
import { CopyButton } from '@/console/ui/copy-button'
import { LinkButton } from '@/console/ui/link-button'

interface AppActionsProps {
  workspaceId: string
  app: ListedApp
  /** Why the workspace can't be edited; undefined if it can. */
  readOnlyReason: string | undefined
  /** Absent until the app is loaded. */
  onEdit: (() => void) | undefined
  onArchive: (app: ListedApp) => void
  onRestore: (app: ListedApp) => void
}

/** Why an app, or its workspace, can't be changed. */
function readOnlyReasonOf(app: ListedApp, readOnlyReason: string | undefined): string | undefined {
  if (app.isReadOnly) return 'This app is read-only: it can’t be archived or changed.'
  return app.isPublic ? undefined : readOnlyReason
}

/** What the user may do with an app, and why not more. */
export function AppActions({
  workspaceId,
  app,
  readOnlyReason,
  onEdit,
  onArchive,
  onRestore,
}: AppActionsProps) {
  const role = useRole()
  const hasExtensions = useHasExtensions()
  const reason = readOnlyReasonOf(app, readOnlyReason)
  const mayChange = role === 'operator' || (role === 'admin' && !app.isPublic)
  const isArchived = app.archivedAt !== undefined
  return (
    <div>
      <Group gap="xs">
        {!isArchived && readOnlyReason === undefined && (
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/w/$workspaceId/connectors/new"
            params={{ workspaceId }}
            search={{ app: app.id, name: app.name }}
          >
            Create a connector for it
          </LinkButton>
        )}
        {mayChange && !app.isPublic && !isArchived && onEdit !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={reason !== undefined}
            onClick={onEdit}
          >
            Edit…
          </Button>
        )}
        {mayChange && !isArchived && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={reason !== undefined}
            onClick={() => onArchive(app)}
          >
            Archive…
          </Button>
        )}
        {mayChange && isArchived && hasExtensions && (
          <Button size="compact-sm" disabled={reason !== undefined} onClick={() => onRestore(app)}>
            Restore
          </Button>
        )}
        <CopyButton value={window.location.href} label="Copy link" />
      </Group>
      {mayChange && reason !== undefined && (
        <Text fz="xs" c="dimmed" mt={4}>
          {reason}
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

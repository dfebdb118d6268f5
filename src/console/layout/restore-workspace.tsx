import { Box, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRestoreWorkspace } from '@/console/api/workspaces'
import { showError } from './show-error'

/** Restores a workspace on an engine that doesn't say which workspaces are archived. */
export function RestoreWorkspace({
  workspaceId,
  onRestored,
}: {
  workspaceId: string
  onRestored?: () => void
}) {
  const restore = useRestoreWorkspace()
  return (
    <Group justify="space-between" gap="md">
      <Box flex={1} miw={240}>
        <Text fz="sm" fw={550}>
          Restore this workspace
        </Text>
        <Text fz="xs" c="dimmed">
          Makes an archived workspace usable again. This engine doesn’t say which ones are archived.
        </Text>
      </Box>
      <Button
        variant="default"
        loading={restore.isPending}
        onClick={() =>
          void restore.mutateAsync(workspaceId).then(() => {
            notifications.show({ message: 'Workspace restored' })
            onRestored?.()
          }, showError)
        }
      >
        Restore
      </Button>
    </Group>
  )
}

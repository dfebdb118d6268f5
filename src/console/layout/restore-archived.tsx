import { Button } from '@mantine/core'
import { useRestoreWorkspace } from '@/console/api/workspaces'
import { useRole } from '@/console/session/use-session'
import { showError } from './show-error'

/** Restores an archived workspace, which only operators may. */
export function RestoreArchived({ workspaceId }: { workspaceId: string }) {
  const isOperator = useRole() === 'operator'
  const restore = useRestoreWorkspace()
  if (!isOperator) return null
  return (
    <Button
      size="compact-sm"
      loading={restore.isPending}
      onClick={() => void restore.mutateAsync(workspaceId).catch(showError)}
    >
      Restore
    </Button>
  )
}

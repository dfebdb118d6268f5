import { Button } from '@mantine/core'
import { useUpdateWorkspace, type WorkspaceResponse } from '@/console/api/workspaces'
import { showError } from '@/console/layout/show-error'
import { useIsAdmin } from '@/console/session/use-session'

/** The action that makes a read-only workspace editable again. */
export function MakeWritable({
  base,
  onDone,
}: {
  base: WorkspaceResponse
  onDone: (record: WorkspaceResponse) => void
}) {
  const isAdmin = useIsAdmin()
  const update = useUpdateWorkspace(base.response.id)
  if (!isAdmin) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={update.isPending}
      onClick={() =>
        void update
          // Without a condition: whatever else has changed, the workspace has to become writable.
          .mutateAsync({ body: { isReadOnly: false }, ifMatch: undefined })
          .then(onDone, showError)
      }
    >
      Switch read-only off
    </Button>
  )
}
